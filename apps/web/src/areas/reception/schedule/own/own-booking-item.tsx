import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core';
import { IconCalendarDown, IconCalendarTime, IconX } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { formatPhone, phoneURL } from '../../../../shared/contacts/phone.ts';
import { useCan } from '../../../platform/access/me.ts';
import { ownStudiesPath } from '../../../people/patients/doctor-queries.ts';
import { newReferralPath, SENT_PATH } from '../../referrals/queries.ts';
import { reminderInWords } from '../reminder-form.tsx';
import { longDayOf, slotLabel } from '../times.ts';
import { withPrice } from './offered.ts';
import classes from './own-bookings.module.css';
import { calendarURL, type OwnBooking } from './queries.ts';

/** What is to be done about a booking. */
export interface Chosen {
  action: 'move' | 'cancel' | 'reminder';
  booking: OwnBooking;
}

interface BookingItemProps {
  booking: OwnBooking;
  onChoose: (chosen: Chosen) => void;
}

/** A booking with what can be done about it. */
export function OwnBookingItem({ booking, onChoose }: BookingItemProps) {
  const { bookingID, date, beginsAt, examination, studyComment, cancelReason } = booking;
  return (
    <li className={classes.booking}>
      <div className={classes.facts}>
        <Group gap="xs">
          <Title order={2} size="h4" className={classes.when}>
            {longDayOf(date)}, {slotLabel(beginsAt, date)}
          </Title>
          <State booking={booking} />
        </Group>
        <PatientOf booking={booking} />
        {examination && <Text size="sm">{withPrice(examination)}</Text>}
        <Where booking={booking} />
        {studyComment && (
          <Text size="sm" className={classes.comment}>
            {studyComment}
          </Text>
        )}
        {cancelReason && <Text size="sm">Причина отмены: {cancelReason}</Text>}
        <ReferralOf booking={booking} />
        {booking.can.change && (
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {reminderInWords({ agreed: booking.reminder, email: booking.reminderEmail ?? null })}
            </Text>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => onChoose({ action: 'reminder', booking })}
            >
              Изменить
            </Anchor>
          </Group>
        )}
      </div>
      {booking.can.change && (
        <Group gap="xs" className={classes.actions}>
          <Button
            component="a"
            href={calendarURL(bookingID)}
            download
            variant="subtle"
            leftSection={<IconCalendarDown size={18} stroke={1.6} />}
          >
            В календарь
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarTime size={18} stroke={1.6} />}
            onClick={() => onChoose({ action: 'move', booking })}
          >
            Перенести
          </Button>
          <Button
            variant="default"
            color="red"
            leftSection={<IconX size={18} stroke={1.6} />}
            onClick={() => onChoose({ action: 'cancel', booking })}
          >
            Отменить
          </Button>
        </Group>
      )}
    </li>
  );
}

/** The address, and how to reach the centre on the day. */
function Where({ booking: { locationName, locationAddress, contacts, can } }: { booking: OwnBooking }) {
  return (
    <Text size="sm" c="dimmed">
      {[locationName, locationAddress].filter(Boolean).join(', ')}
      {can.change && contacts && (
        <>
          {contacts.phones.map((phone) => (
            <Fragment key={phone}>
              {' · '}
              <Anchor inherit underline="always" href={phoneURL(phone)}>
                {formatPhone(phone)}
              </Anchor>
            </Fragment>
          ))}
          {contacts.hours && ` · ${contacts.hours}`}
        </>
      )}
    </Text>
  );
}

/** The referral of the booking, or the way to write one while the patient has not come. */
function ReferralOf({ booking: { bookingID, patientID, referral, can } }: { booking: OwnBooking }) {
  const sendsReferrals = useCan('sendReferrals');
  if (!sendsReferrals) return null;
  if (referral)
    return (
      <Anchor component={Link} size="sm" to={`${SENT_PATH}/${referral.referralUUID}`}>
        Направление № {referral.number}
      </Anchor>
    );
  if (!can.change) return null;
  return (
    <Anchor component={Link} size="sm" to={newReferralPath({ bookingID, patientID })}>
      Написать направление
    </Anchor>
  );
}

function PatientOf({ booking: { patientID, patientName } }: { booking: OwnBooking }) {
  if (patientID === null) return <Text>{patientName || 'не указано'}</Text>;
  return (
    <Text component={Link} to={ownStudiesPath(patientID)} className={classes.patient}>
      {patientName}
    </Text>
  );
}

function State({ booking: { status, confirmed, reminded, informed, moved } }: { booking: OwnBooking }) {
  const state = (label: string, color: string) => (
    <Badge variant="light" color={color}>
      {label}
    </Badge>
  );
  if (status === 'cancelled') return state('Отменена', 'gray');
  if (status === 'come') return state('Приход отмечен', 'green');
  if (confirmed) return state('Визит подтверждён', 'green');
  if (reminded) return state('Напоминание отправлено', 'blue');
  if (moved) return state('Перенесена', 'gray');
  return informed ? state('Подтверждение отправлено', 'blue') : null;
}
