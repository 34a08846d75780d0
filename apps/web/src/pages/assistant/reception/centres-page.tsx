import { useSuspenseQuery } from '@tanstack/react-query';
import { assistantSettingsQuery } from '../../../areas/platform/access/settings.ts';
import { NotFoundPage } from '../../../areas/frame/layout/not-found-page.tsx';
import { CentresList } from '../../../areas/reception/schedule/centres/centres-list.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { Trail } from '../../../shared/navigation/trail.tsx';

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
