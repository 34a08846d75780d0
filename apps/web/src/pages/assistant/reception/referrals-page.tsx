import { Button } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useRight } from '../../../areas/platform/access/rights.ts';
import { IncomingList } from '../../../areas/reception/referrals/incoming-list.tsx';
import { INCOMING_PATH } from '../../../areas/studies/study-card/referral-queries.ts';
import { Page } from '../../../shared/navigation/page.tsx';

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
