import { Alert, Anchor, Group } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { explain } from '../../../shared/explain.ts';
import { formatMoment } from '../../../shared/dates.ts';
import { type IncomingDetails, incomingReferralQuery, INCOMING_PATH } from '../../referrals/queries.ts';

/** The referral in the URL for whose patient a time is chosen. */
export function useReferralToBook() {
  const [search, setSearch] = useSearchParams();
  const referralUUID = search.get('referral');
  const { data, error } = useQuery({
    ...incomingReferralQuery(referralUUID ?? ''),
    enabled: referralUUID !== null,
  });
  const referral = referralUUID === null ? undefined : data;
  const leave = () =>
    setSearch(
      (before) => {
        before.delete('referral');
        return before;
      },
      { replace: true },
    );
  return {
    /** undefined if its patient cannot be booked */
    bookable: referral?.can.book ? referral : undefined,
    notice: referralUUID !== null && (referral || error) && (
      <Notice referral={referral} error={error} onLeave={leave} />
    ),
    leave,
  };
}

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
