import { Anchor, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { doctorSettingsQuery } from '../../areas/platform/access/settings.ts';
import { ClinicGrant } from '../../areas/viewing/clinic-programs/clinic-grant.tsx';
import { Computers } from '../../areas/viewing/clinic-programs/computers.tsx';
import { Destinations } from '../../areas/viewing/clinic-programs/destinations.tsx';
import { NotFoundPage } from '../../areas/frame/layout/not-found-page.tsx';
import { Boundary } from '../../shared/failures/boundary.tsx';
import { Page } from '../../shared/navigation/page.tsx';

/** The programs of the clinic that receive studies; with a code, the request of a computer that is to send them. */
export default function ClinicProgramsPage() {
  const { data: settings } = useSuspenseQuery(doctorSettingsQuery);
  const { userCode } = useParams();
  if (!settings.programDeliveryEnabled) return <NotFoundPage />;
  if (userCode)
    return (
      <Page
        title="Вход программы клиники"
        actions={
          <Anchor component={Link} to="/doctor-area/programs">
            Все программы
          </Anchor>
        }
      >
        <Boundary>
          <ClinicGrant key={userCode} userCode={userCode} />
        </Boundary>
      </Page>
    );
  return (
    <Page title="Программы">
      <Boundary>
        <Stack gap="xl">
          <Destinations />
          <Computers />
        </Stack>
      </Boundary>
    </Page>
  );
}
