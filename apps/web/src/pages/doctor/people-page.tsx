import { Suspense } from 'react';
import { InviteButton } from '../../areas/client-people/dialogs.tsx';
import { PeopleList } from '../../areas/client-people/people-list.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function PeoplePage() {
  return (
    <Page title="Сотрудники клиники" actions={<InviteButton />}>
      <Suspense>
        <PeopleList />
      </Suspense>
    </Page>
  );
}
