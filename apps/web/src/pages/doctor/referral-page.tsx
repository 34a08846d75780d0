import { useParams } from 'react-router';
import { SentReferralScreen } from '../../areas/reception/referrals/sent-referral.tsx';
import { OrNotFound } from '../assistant/or-not-found.tsx';

export default function ReferralPage() {
  const { referralUUID = '' } = useParams();
  return (
    <OrNotFound>
      <SentReferralScreen referralUUID={referralUUID} key={referralUUID} />
    </OrNotFound>
  );
}
