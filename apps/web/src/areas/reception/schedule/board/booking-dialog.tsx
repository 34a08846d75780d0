import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatDay, timeOf } from '../../../../shared/dates/dates.ts';
import { assistantSettingsQuery } from '../../../platform/access/settings.ts';
import { useRight } from '../../../platform/access/rights.ts';
import { formatPhone, phoneURL } from '../../../../shared/contacts/phone.ts';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { patientPath } from '../../../people/patients/patients-list.tsx';
import { LetterActions, LetterState } from '../../../platform/letters/letter-state.tsx';
import { INCOMING_PATH } from '../../../studies/study-card/referral-queries.ts';
import { type BookingCard, daysQuery, useMailBooking, useSetReminder } from '../queries.ts';
import { ReminderForm, reminderInWords } from '../reminder-form.tsx';
import { CancelForm } from './cancel-form.tsx';
import { ArrivalForm } from './arrival-form.tsx';
import { MissedButton } from './missed-button.tsx';
import { MoveForm } from './move-form.tsx';
import { PlannedArrivalForm } from './planned-arrival-form.tsx';

type Step = 'view' | 'arrival' | 'move' | 'cancel' | 'reminder';

const TITLES: Record<Step, string> = {
  view: 'Запись на исследование',
  arrival: 'Отметить приход',
  move: 'Перенести запись',
  cancel: 'Отменить запись',
  reminder: 'Сообщения пациенту',
};

const MISSED = { label: 'Неявка', color: 'yellow' };
const STATUS: Record<BookingCard['status'], { label: string; color: string }> = {
  booked: { label: 'Ожидается', color: 'teal' },
  come: { label: 'Приход отмечен', color: 'green' },
  cancelled: { label: 'Отменена', color: 'gray' },
};

interface BookingDialogProps {
  booking: BookingCard | undefined;
  timeZone: string;
  firstStep?: 'view' | 'arrival';
  onClose: () => void;
}

export function BookingDialog({ booking, timeZone, firstStep = 'view', onClose }: BookingDialogProps) {
  const [step, setStep] = useState<Step>(firstStep);
  const close = () => {
    setStep(firstStep);
    onClose();
  };
  return (
    <Dialog title={TITLES[step]} opened={booking !== undefined} onClose={close}>
      {booking && (
        <Suspense>
          {step === 'view' && (
            <Facts booking={booking} timeZone={timeZone} onStep={setStep} onClose={close} />
          )}
          {step === 'arrival' && <Arrival booking={booking} onClose={close} />}
          {step === 'move' && <MoveForm booking={booking} timeZone={timeZone} onClose={close} />}
          {step === 'reminder' && <ReminderStep booking={booking} onClose={close} />}
          {step === 'cancel' && <CancelForm booking={booking} onClose={close} />}
        </Suspense>
      )}
    </Dialog>
  );
}

const Arrival = ({ booking, onClose }: { booking: BookingCard; onClose: () => void }) =>
  booking.plannedStudy ? (
    <PlannedArrivalForm study={booking.plannedStudy} booking={booking} onClose={onClose} />
  ) : (
    <ArrivalForm booking={booking} onClose={onClose} />
  );

interface FactsProps {
  booking: BookingCard;
  timeZone: string;
  onStep: (step: Step) => void;
  onClose: () => void;
}

function Facts({ booking, timeZone, onStep, onClose }: FactsProps) {
  // an arrival creates card and study
  const seesPatients = useRight('studies');
  return (
    <Stack gap="md">
      <Patient booking={booking} />
      <Stack gap={4}>
        <Visit booking={booking} timeZone={timeZone} />
        <BookingLetter booking={booking} />
        <PatientMessage booking={booking} />
        <Reminder booking={booking} onStep={onStep} />
      </Stack>
      {booking.status === 'booked' && (
        <Group gap="xs" justify="flex-end">
          {/* on the left, away from the button of the next step that cancels */}
          <Button variant="default" mr="auto" onClick={() => onStep('cancel')}>
            Отменить запись
          </Button>
          <Button variant="default" onClick={() => onStep('move')}>
            Перенести
          </Button>
          <MissedButton booking={booking} onDone={onClose} />
          {seesPatients && (
            <Button fullWidth onClick={() => onStep('arrival')}>
              Отметить приход
            </Button>
          )}
        </Group>
      )}
      {seesPatients && <CardLink booking={booking} />}
    </Stack>
  );
}

function Patient({ booking }: { booking: BookingCard }) {
  const { patientName, patientPhone, patientBirthday, missed, status } = booking;
  const { label, color } = missed ? MISSED : STATUS[status];
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600} size="lg">
          {patientName || 'не указано'}
        </Text>
        <Badge variant="light" color={color} style={{ flex: 'none' }}>
          {label}
        </Badge>
      </Group>
      {patientBirthday && <Text>Дата рождения: {formatDay(patientBirthday)}</Text>}
      {patientPhone && <Anchor href={phoneURL(patientPhone)}>{formatPhone(patientPhone)}</Anchor>}
    </div>
  );
}

/** When, where and for what the patient comes, and who has booked it. */
function Visit({ booking, timeZone }: Pick<FactsProps, 'booking' | 'timeZone'>) {
  const { date, beginsAt, endsAt, doctorName, examination, studyComment, cancelReason } = booking;
  return (
    <>
      <Text>
        {formatDay(date)}, {timeOf(beginsAt, timeZone)}–{timeOf(endsAt, timeZone)}
        {booking.moved && ' (перенесена)'}
      </Text>
      {booking.confirmed && <Text>Визит подтверждён пациентом</Text>}
      <Text c="dimmed">{booking.locationName}</Text>
      <Text>Клиент: {doctorName ?? 'без клиента'}</Text>
      {examination && <Text>Исследование: {examination}</Text>}
      <ReferralLink booking={booking} />
      {studyComment && <Text style={{ whiteSpace: 'pre-line' }}>{studyComment}</Text>}
      <Text size="sm" c="dimmed">
        Кто записал: {booking.creatorName}
      </Text>
      {cancelReason && <Text>Причина отмены: {cancelReason}</Text>}
    </>
  );
}

function CardLink({ booking: { doctorID, patientID, status } }: { booking: BookingCard }) {
  if (doctorID === null || patientID === null) return null;
  return (
    <Button
      component={Link}
      to={patientPath({ doctorID, patientID })}
      variant={status === 'booked' ? 'default' : 'filled'}
    >
      Открыть карточку пациента
    </Button>
  );
}

function ReferralLink({ booking: { referral } }: { booking: BookingCard }) {
  if (!referral) return null;
  return (
    <Text>
      <Anchor component={Link} to={`${INCOMING_PATH}/${referral.referralUUID}`}>
        Направление № {referral.number}
      </Anchor>
      {referral.waiting && ', ждёт решения'}
    </Text>
  );
}

const isToCome = ({ status, beginsAt }: Pick<BookingCard, 'status' | 'beginsAt'>) =>
  status === 'booked' && Date.parse(beginsAt) > Date.now();

/** Whether the patient agreed to messages; this can be changed until the visit begins. */
function Reminder({ booking, onStep }: Pick<FactsProps, 'booking' | 'onStep'>) {
  const { reminder } = booking;
  if (!reminder || !isToCome(booking)) return null;
  return (
    <Group gap="xs">
      <Text>{reminderInWords(reminder)}</Text>
      <Anchor component="button" type="button" onClick={() => onStep('reminder')}>
        Изменить
      </Anchor>
    </Group>
  );
}

function ReminderStep({ booking, onClose }: { booking: BookingCard; onClose: () => void }) {
  const saving = useSetReminder(booking.bookingID);
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  return (
    <ReminderForm
      patientName={booking.patientName}
      patientPhone={booking.patientPhone}
      consent={booking.reminder ?? { agreed: false, email: null }}
      canText={settings.patientTextsEnabled ?? false}
      saving={saving}
      onClose={onClose}
    />
  );
}

/** `booking` is a copy, so the state of messages is read from the query. */
const useCurrent = (booking: BookingCard): BookingCard => {
  const { bookingID, locationID, date } = booking;
  const { data = booking } = useQuery({
    ...daysQuery(locationID, date, 1),
    select: ([day]) => day?.bookings.find((one) => one.bookingID === bookingID),
  });
  return data;
};

/** The latest letter or text message to the patient. */
function PatientMessage({ booking }: { booking: BookingCard }) {
  const { patientMessage: message, reminder, status, beginsAt } = useCurrent(booking);
  const saving = useSetReminder(booking.bookingID);
  // servers of earlier versions say nothing about messages
  if (message === undefined) return null;
  if (message === null)
    return reminder?.agreed && status === 'booked' ? (
      <Text size="sm">Пациенту пока ничего не отправлено</Text>
    ) : null;
  const mayRepeat = message.status === 'failed' && reminder?.agreed && isToCome({ status, beginsAt });
  const again = () => saving.mutateAsync({ agreed: true, patientEmail: reminder?.email ?? null });
  return (
    <>
      <LetterState
        letter={message}
        what={message.channel === 'letter' ? 'Письмо пациенту' : 'СМС пациенту'}
      />
      {mayRepeat && <LetterActions letter={message} resend={{ ...saving, mutateAsync: again }} />}
    </>
  );
}

/** The latest letter to the client about this booking. */
function BookingLetter({ booking }: { booking: BookingCard }) {
  const { bookingID, status } = booking;
  const again = useMailBooking(bookingID);
  const { letter } = useCurrent(booking);
  return (
    <>
      <LetterState letter={letter} what="Письмо клиенту" />
      {status !== 'come' && <LetterActions letter={letter} resend={again} />}
    </>
  );
}
