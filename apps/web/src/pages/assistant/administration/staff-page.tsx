import { Button, Stack } from '@mantine/core';
import { AccessAlerts } from '../../../areas/administration/access-alerts/access-alerts.tsx';
import { IconUserX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { WaitingErasures } from '../../../areas/administration/erasure/waiting-badge.tsx';
import { CreateMemberButton, StaffList } from '../../../areas/administration/staff/staff-list.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

export default function StaffPage() {
  return (
    <Page
      title="Сотрудники"
      actions={
        <>
          <Button
            component={Link}
            to="/assistant-area/erasures"
            variant="default"
            leftSection={<IconUserX size={18} stroke={1.6} />}
            rightSection={<WaitingErasures />}
          >
            Удаление данных
          </Button>
          <CreateMemberButton />
        </>
      }
    >
      <Stack gap="md">
        <AccessAlerts />
        <div>
          <StaffList />
        </div>
      </Stack>
    </Page>
  );
}
