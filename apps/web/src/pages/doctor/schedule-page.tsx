import { Anchor, Button, Divider, Stack, Title } from '@mantine/core';
import { IconCalendarUser } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { doctorSettingsQuery } from '../../areas/platform/access/settings.ts';
import { NotFoundPage } from '../../areas/frame/layout/not-found-page.tsx';
import { FreeTimes } from '../../areas/reception/schedule/own/free-times.tsx';
import { OWN_BOOKINGS_PATH } from '../../shared/navigation/own-bookings-path.ts';
import { ScheduleWizard } from '../../areas/reception/schedule/wizard/schedule-wizard.tsx';
import { PartBoundary } from '../../shared/failures/boundary.tsx';
import { Page } from '../../shared/navigation/page.tsx';

/** The free times of all centres come first; the steps of the wizard follow on the same page. */
export default function SchedulePage() {
  const { data: settings } = useSuspenseQuery(doctorSettingsQuery);
  if (!settings.scheduleEnabled) return <NotFoundPage />;
  return (
    <Page
      title="Онлайн-запись пациента на исследование"
      facts={<Anchor href="#steps">По шагам</Anchor>}
      actions={
        <Button
          component={Link}
          to={OWN_BOOKINGS_PATH}
          variant="default"
          leftSection={<IconCalendarUser size={18} stroke={1.6} />}
        >
          Мои записи
        </Button>
      }
    >
      <Stack gap="xl">
        <PartBoundary>
          <FreeTimes />
        </PartBoundary>
        <Divider />
        <section id="steps" aria-label="Запись по шагам">
          <Title order={2} mb="md">
            По шагам
          </Title>
          <ScheduleWizard />
        </section>
      </Stack>
    </Page>
  );
}
