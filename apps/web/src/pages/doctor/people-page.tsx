import { Suspense } from 'react';
import { InviteButton } from '../../areas/people/client-members/dialogs.tsx';
import { PeopleList } from '../../areas/people/client-members/people-list.tsx';
import { Page } from '../../shared/navigation/page.tsx';

export default function PeoplePage() {
  return (
    <Page title="Сотрудники клиники" actions={<InviteButton />}>
      <Suspense>
        <PeopleList />
      </Suspense>
    </Page>
  );
}
