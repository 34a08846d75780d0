import { useSuspenseQuery } from '@tanstack/react-query';
import { doctorSettingsQuery } from '../../areas/account/settings.ts';
import { NotFoundPage } from '../../areas/layout/not-found-page.tsx';
import { ScheduleWizard } from '../../areas/schedule/wizard/schedule-wizard.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function SchedulePage() {
  const { data: settings } = useSuspenseQuery(doctorSettingsQuery);
  if (!settings.scheduleEnabled) return <NotFoundPage />;
  return (
    <Page title="Онлайн-запись пациента на исследование">
      <ScheduleWizard />
    </Page>
  );
}
