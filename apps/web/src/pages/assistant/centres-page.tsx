import { useSuspenseQuery } from '@tanstack/react-query';
import { assistantSettingsQuery } from '../../areas/account/settings.ts';
import { NotFoundPage } from '../../areas/layout/not-found-page.tsx';
import { CentresList } from '../../areas/schedule/centres/centres-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Trail } from '../../shared/ui/trail.tsx';

export default function CentresPage() {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  if (!settings.scheduleEnabled) return <NotFoundPage />;
  return (
    <Page
      title="Центры и часы"
      trail={
        <Trail steps={[{ label: 'Запись', to: '/assistant-area/schedule' }, { label: 'Центры и часы' }]} />
      }
    >
      <CentresList />
    </Page>
  );
}
