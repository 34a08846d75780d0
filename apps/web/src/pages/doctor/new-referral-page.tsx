import { useNavigate, useSearchParams } from 'react-router';
import { SENT_PATH } from '../../areas/referrals/queries.ts';
import { ReferralForm } from '../../areas/referrals/referral-form.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Trail } from '../../shared/ui/trail.tsx';

export default function NewReferralPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const idIn = (key: string) => Number(search.get(key)) || null;
  return (
    <Page
      title="Новое направление"
      trail={<Trail steps={[{ label: 'Направления', to: SENT_PATH }, { label: 'Новое направление' }]} />}
    >
      <ReferralForm
        preselected={{ patientID: idIn('patientID'), bookingID: idIn('bookingID') }}
        onSent={(referralUUID) => void navigate(`${SENT_PATH}/${referralUUID}`, { replace: true })}
      />
    </Page>
  );
}
