import { NewReferralButton, SentList } from '../../areas/referrals/sent-list.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function ReferralsPage() {
  return (
    <Page title="Направления" actions={<NewReferralButton />}>
      <SentList />
    </Page>
  );
}
