import { Alert, Anchor, Group } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { readID } from '../../../../shared/navigation/route-ids.ts';
import { explain } from '../../../../shared/calls/explain.ts';
import { formatMoment } from '../../../../shared/dates/dates.ts';
import { patientQuery } from '../../../people/patients/queries.ts';
import { type IncomingDetails, incomingReferralQuery } from '../../referrals/queries.ts';
import { INCOMING_PATH } from '../../../studies/study-card/referral-queries.ts';
import type { KnownPatient } from './known-patient.tsx';

/** Who is to be booked: the patient of a referral, or of a card; empty for any patient. */
export interface Whom {
  referral?: IncomingDetails;
  patient?: KnownPatient;
}

/** The referral or the card in the URL, for whose patient a time is chosen. */
export function useWhomToBook() {
  const [search, setSearch] = useSearchParams();
  const referralUUID = search.get('referral');
  const patientID = referralUUID === null ? readID(search.get('patient')) : null;
  const leave = () =>
    setSearch(
      (before) => {
        before.delete('referral');
        before.delete('patient');
        return before;
      },
      { replace: true },
    );
  const referral = useReferral(referralUUID, leave);
  const patient = usePatient(patientID, leave);
  return {
    whom: { ...referral.whom, ...patient.whom },
    isBooking: referralUUID !== null || patientID !== null,
    notice: (
      <>
        {referral.notice}
        {patient.notice}
      </>
    ),
    leave,
  };
}

interface Asked {
  /** without a referral whose patient cannot be booked */
  whom: Whom;
  notice: ReactNode;
}

function useReferral(referralUUID: string | null, onLeave: () => void): Asked {
  const { data: referral, error } = useQuery({
    ...incomingReferralQuery(referralUUID ?? ''),
    enabled: referralUUID !== null,
  });
  if (referralUUID === null || (!referral && !error)) return { whom: {}, notice: null };
  return {
    whom: referral?.can.book ? { referral } : {},
    notice: <Notice referral={referral} error={error} onLeave={onLeave} />,
  };
}

function usePatient(patientID: number | null, onLeave: () => void): Asked {
  const { data: patient, error } = useQuery({
    ...patientQuery(patientID ?? 0),
    enabled: patientID !== null,
  });
  if (patientID === null || (!patient && !error)) return { whom: {}, notice: null };
  return {
    whom: patient ? { patient } : {},
    notice: <PatientNotice patient={patient} error={error} onLeave={onLeave} />,
  };
}

interface PatientNoticeProps {
  patient: KnownPatient | undefined;
  error: Error | null;
  onLeave: () => void;
}

const PatientNotice = ({ patient, error, onLeave }: PatientNoticeProps) => (
  <Alert
    mb="md"
    role="status"
    color={patient ? 'teal' : 'yellow'}
    icon={<IconCalendarPlus />}
    withCloseButton
    closeButtonLabel="Не записывать этого пациента"
    onClose={onLeave}
  >
    {patient ? `${patient.name}. Выберите свободное время.` : explain(error)}
  </Alert>
);

interface NoticeProps {
  referral: IncomingDetails | undefined;
  error: Error | null;
  onLeave: () => void;
}

function Notice({ referral, error, onLeave }: NoticeProps) {
  return (
    <Alert
      mb="md"
      role="status"
      color={referral?.can.book ? 'teal' : 'yellow'}
      icon={<IconCalendarPlus />}
      withCloseButton
      closeButtonLabel="Не записывать по направлению"
      onClose={onLeave}
    >
      <Group gap="xs">
        {referral ? sentenceOf(referral) : explain(error)}
        {referral && (
          <Anchor component={Link} to={`${INCOMING_PATH}/${referral.referralUUID}`}>
            Направление № {referral.number}
          </Anchor>
        )}
      </Group>
    </Alert>
  );
}

/** What to do, or why the patient cannot be booked. */
function sentenceOf({ can, state, patientName, examination, booking }: IncomingDetails): string {
  if (can.book) return `${patientName}, ${examination}. Выберите свободное время.`;
  if (booking && booking.status !== 'cancelled')
    return `${patientName}: уже есть запись на ${formatMoment(booking.beginsAt)}, ${booking.locationName}.`;
  return state === 'sent'
    ? `${patientName}: сначала примите направление.`
    : `${patientName}: записать по этому направлению нельзя.`;
}
