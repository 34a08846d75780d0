import { Button } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useRight } from '../../areas/account/rights.ts';
import { IncomingList } from '../../areas/referrals/incoming-list.tsx';
import { INCOMING_PATH } from '../../areas/referrals/queries.ts';
import { Page } from '../../shared/ui/page.tsx';

export default function ReferralsPage() {
  const isAdministrator = useRight('admin');
  return (
    <Page
      title="Направления"
      actions={
        isAdministrator && (
          <Button
            component={Link}
            to={`${INCOMING_PATH}/examinations`}
            variant="default"
            leftSection={<IconSettings size={18} stroke={1.6} />}
          >
            Справочник исследований
          </Button>
        )
      }
    >
      <IncomingList />
    </Page>
  );
}
