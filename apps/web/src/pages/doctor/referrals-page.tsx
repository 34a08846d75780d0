import { NewReferralButton, SentList } from '../../areas/reception/referrals/sent-list.tsx';
import { Page } from '../../shared/navigation/page.tsx';

export default function ReferralsPage() {
  return (
    <Page title="Направления" actions={<NewReferralButton />}>
      <SentList />
    </Page>
  );
}
