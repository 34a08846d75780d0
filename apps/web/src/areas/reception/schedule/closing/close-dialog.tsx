import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Alert, Checkbox, Group, Input, List, SimpleGrid, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { dayOf, formatDay, timeOf } from '../../../../shared/dates/dates.ts';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { TimeInput } from '../centres/time-input.tsx';
import { DayInput } from '../day-input.tsx';
import { type BookingCard, type Centre, type ClosedTime, useCloseSeats } from '../queries.ts';
import { seatName } from '../week/layout.ts';

interface CloseDialogProps {
  centre: Centre;
  date: string;
  timeZone: string;
  opened: boolean;
  onClose: () => void;
}

export const CloseDialog = ({ opened, ...form }: CloseDialogProps) => (
  <Dialog title="Закрыть время" opened={opened} onClose={form.onClose}>
    <CloseForm {...form} />
  </Dialog>
);

/** Closes seats for a while, for example for a repair. Bookings in this time are listed before they are left there. */
function CloseForm({ centre, date, timeZone, onClose }: Omit<CloseDialogProps, 'opened'>) {
  const [met, setMet] = useState<BookingCard[]>([]);
  const closing = useCloseSeats(centre.locationID, { onMet: setMet });
  const [time, setTime] = useState<ClosedTime>({
    places: centre.capacity === 1 ? [1] : [],
    firstDate: date,
    from: '09:00',
    lastDate: date,
    to: '18:00',
  });
  const [reason, setReason] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const change = (part: Partial<ClosedTime>) => {
    setMet([]);
    setTime((before) => ({ ...before, ...part }));
  };
  const errors = wasSubmitted ? errorsOf(time, reason) : null;
  const submit = () => {
    setWasSubmitted(true);
    if (Object.values(errorsOf(time, reason)).some(Boolean)) return;
    const keptBookingIDs = met.map(({ bookingID }) => bookingID);
    return closing.mutateAsync({ ...time, reason, keptBookingIDs });
  };
  const today = dayOf(new Date(), timeZone);
  // a reply with a list of bookings is not a success, so the form stays open
  const sending = { ...closing, isSuccess: closing.data === true };
  return (
    <DialogForm
      sending={sending}
      submitLabel={met.length > 0 ? 'Всё равно закрыть' : 'Закрыть время'}
      onSubmit={submit}
      onClose={onClose}
    >
      {centre.capacity > 1 && (
        <Checkbox.Group
          label="Места"
          value={time.places.map(String)}
          error={errors?.places}
          onChange={(places) => change({ places: places.map(Number) })}
        >
          <Group gap="md" mt={4} mb={errors?.places ? 6 : 0}>
            {Array.from({ length: centre.capacity }, (_, at) => (
              <Checkbox key={at} value={String(at + 1)} label={seatName(centre.seats, at + 1)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <SimpleGrid type="container" cols={{ base: 1, '400px': 2 }} spacing="md">
        <Moment
          label="С"
          today={today}
          date={time.firstDate}
          time={time.from}
          onChange={(day, from) =>
            change({ firstDate: day, from, lastDate: day > time.lastDate ? day : time.lastDate })
          }
        />
        <Moment
          label="До"
          today={today}
          date={time.lastDate}
          time={time.to}
          error={errors?.order}
          onChange={(lastDate, to) => change({ lastDate, to })}
        />
      </SimpleGrid>
      <TextInput
        label="Причина"
        placeholder="Ремонт аппарата"
        autoComplete="off"
        maxLength={MOST_CHARACTERS.name}
        value={reason}
        error={errors?.reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {met.length > 0 && <Met bookings={met} timeZone={timeZone} />}
    </DialogForm>
  );
}

const errorsOf = ({ places, firstDate, from, lastDate, to }: ClosedTime, reason: string) => ({
  places: places.length === 0 ? 'Выберите место' : null,
  order: `${lastDate} ${to}` <= `${firstDate} ${from}` ? 'Конец должен быть позже начала' : null,
  reason: reason.trim() === '' ? 'Напишите причину' : null,
});

interface MomentProps {
  label: string;
  today: string;
  date: string;
  time: string;
  error?: string | null | undefined;
  onChange: (date: string, time: string) => void;
}

const Moment = ({ label, today, date, time, error, onChange }: MomentProps) => (
  <Input.Wrapper label={label} labelElement="div" error={error} errorProps={{ role: 'alert' }}>
    <Group gap={6} wrap="nowrap">
      <DayInput
        aria-label={`${label}, дата`}
        minDate={today}
        value={date}
        onChange={(day) => day && onChange(day, time)}
      />
      <TimeInput label={`${label}, время`} value={time} onChange={(chosen) => onChange(date, chosen)} />
    </Group>
  </Input.Wrapper>
);

/** How many of the affected bookings are listed; the week shows all of them. */
const LISTED = 30;

const Met = ({ bookings, timeZone }: { bookings: BookingCard[]; timeZone: string }) => (
  <Alert color="yellow" icon={<IconAlertTriangle />} title="В это время есть записи">
    <List size="sm" mb="xs">
      {bookings.slice(0, LISTED).map(({ bookingID, date, beginsAt, patientName }) => (
        <List.Item key={bookingID}>
          {formatDay(date)}, {timeOf(beginsAt, timeZone)}: {patientName || 'не указано'}
        </List.Item>
      ))}
      {bookings.length > LISTED && <List.Item>и ещё {bookings.length - LISTED}</List.Item>}
    </List>
    <Text size="sm">Перенесите или отмените их. Если закрыть время сейчас, записи останутся на месте.</Text>
  </Alert>
);
