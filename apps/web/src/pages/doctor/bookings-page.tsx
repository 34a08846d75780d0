import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { doctorSettingsQuery } from '../../areas/platform/access/settings.ts';
import { NotFoundPage } from '../../areas/frame/layout/not-found-page.tsx';
import { OwnBookings } from '../../areas/reception/schedule/own/own-bookings.tsx';
import { Page } from '../../shared/navigation/page.tsx';

export default function BookingsPage() {
  const { data: settings } = useSuspenseQuery(doctorSettingsQuery);
  if (!settings.scheduleEnabled) return <NotFoundPage />;
  return (
    <Page
      title="Мои записи"
      actions={
        <Button
          component={Link}
          to="/doctor-area/schedule"
          leftSection={<IconCalendarPlus size={18} stroke={1.6} />}
        >
          Записать пациента
        </Button>
      }
    >
      <OwnBookings />
    </Page>
  );
}
