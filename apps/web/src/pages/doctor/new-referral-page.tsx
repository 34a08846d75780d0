import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { emptyPatient } from '../../areas/people/patients/patient-fields.tsx';
import { SENT_PATH } from '../../areas/reception/referrals/queries.ts';
import { ReferralForm } from '../../areas/reception/referrals/referral-form.tsx';
import { type OwnBooking, ownBookingQuery } from '../../areas/reception/schedule/own/queries.ts';
import { typedPhone } from '../../shared/contacts/phone.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { Trail } from '../../shared/navigation/trail.tsx';
import { Loading } from '../../shared/ui/loading.tsx';

export default function NewReferralPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const idIn = (key: string) => Number(search.get(key)) || null;
  const bookingID = idIn('bookingID');
  const patientID = idIn('patientID');
  const isNew = bookingID !== null && patientID === null;
  // saves the doctor from typing again what the booking contains; the form also works if this fails
  const { data: booking, isPending } = useQuery({
    ...ownBookingQuery(bookingID ?? 0),
    enabled: isNew,
    retry: false,
    staleTime: Infinity,
  });
  return (
    <Page
      title="Новое направление"
      trail={<Trail steps={[{ label: 'Направления', to: SENT_PATH }, { label: 'Новое направление' }]} />}
    >
      {isNew && isPending ? (
        <Loading height={480} />
      ) : (
        <ReferralForm
          preselected={{ patientID, bookingID, ...(isNew && booking && patientOf(booking)) }}
          onSent={(referralUUID) => void navigate(`${SENT_PATH}/${referralUUID}`, { replace: true })}
        />
      )}
    </Page>
  );
}

/** The patient of a booking, who may have a card already. */
const patientOf = ({ patientID, patientName: name, patientPhone }: OwnBooking) =>
  patientID === null
    ? { kind: 'new' as const, patient: { ...emptyPatient, name, phone: typedPhone(patientPhone) } }
    : { patientID };
