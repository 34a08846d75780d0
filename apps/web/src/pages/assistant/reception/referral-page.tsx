import { useParams } from 'react-router';
import { IncomingReferralScreen } from '../../../areas/reception/referrals/incoming-referral.tsx';
import { OrNotFound } from '../or-not-found.tsx';

export default function ReferralPage() {
  const { referralUUID = '' } = useParams();
  return (
    <OrNotFound>
      <IncomingReferralScreen referralUUID={referralUUID} key={referralUUID} />
    </OrNotFound>
  );
}
