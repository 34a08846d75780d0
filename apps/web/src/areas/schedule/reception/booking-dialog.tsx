import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '../../../shared/dates.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { patientPath } from '../../patients/patients-list.tsx';
import { LetterActions, LetterState } from '../../letters/letter-state.tsx';
import { type BookingCard, daysQuery, useMailBooking } from '../queries.ts';
import { timeOf } from '../times.ts';
import { CancelForm } from './cancel-form.tsx';
import { ArrivalForm } from './arrival-form.tsx';
import { MoveForm } from './move-form.tsx';

type Task = 'look' | 'come' | 'move' | 'cancel';

const TITLES: Record<Task, string> = {
  look: 'Запись на исследование',
  come: 'Пациент пришёл',
  move: 'Перенести запись',
  cancel: 'Отменить запись',
};

const STATUS: Record<BookingCard['status'], { label: string; color: string }> = {
  booked: { label: 'Записан', color: 'teal' },
  come: { label: 'Пришёл', color: 'green' },
  cancelled: { label: 'Отменена', color: 'gray' },
};

interface BookingDialogProps {
  booking: BookingCard | undefined;
  timeZone: string;
  onClose: () => void;
}

export function BookingDialog({ booking, timeZone, onClose }: BookingDialogProps) {
  const [task, setTask] = useState<Task>('look');
  const close = () => {
    setTask('look');
    onClose();
  };
  return (
    <Dialog title={TITLES[task]} opened={booking !== undefined} onClose={close}>
      {booking && (
        <Suspense>
          {task === 'look' && <Facts booking={booking} timeZone={timeZone} onTask={setTask} />}
          {task === 'come' && <ArrivalForm booking={booking} onClose={close} />}
          {task === 'move' && <MoveForm booking={booking} timeZone={timeZone} onClose={close} />}
          {task === 'cancel' && <CancelForm booking={booking} onClose={close} />}
        </Suspense>
      )}
    </Dialog>
  );
}

interface FactsProps {
  booking: BookingCard;
  timeZone: string;
  onTask: (task: Task) => void;
}

function Facts({ booking, timeZone, onTask }: FactsProps) {
  const { status, doctorID, doctorName, patientID, patientPhone, beginsAt, endsAt } = booking;
  const { label, color } = STATUS[status];
  return (
    <Stack gap="md">
      <div>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text fw={600} size="lg" style={{ overflowWrap: 'anywhere' }}>
            {booking.patientName || 'не указано'}
          </Text>
          <Badge variant="light" color={color} style={{ flex: 'none' }}>
            {label}
          </Badge>
        </Group>
        {patientPhone && <Anchor href={`tel:${patientPhone.replace(/[^\d+]/g, '')}`}>{patientPhone}</Anchor>}
      </div>
      <Stack gap={4}>
        <Text>
          {formatDay(booking.date)}, {timeOf(beginsAt, timeZone)}–{timeOf(endsAt, timeZone)}
          {booking.moved && ' (перенесена)'}
        </Text>
        <Text c="dimmed">{booking.locationName}</Text>
        <Text>Клиент: {doctorName ?? 'без клиента'}</Text>
        {booking.studyComment && (
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{booking.studyComment}</Text>
        )}
        <Text size="sm" c="dimmed">
          Записал: {booking.creatorName}
        </Text>
        {booking.cancelReason && <Text>Причина отмены: {booking.cancelReason}</Text>}
        <BookingLetter booking={booking} />
      </Stack>
      {status === 'booked' && (
        <Group gap="xs" justify="flex-end">
          <Button variant="default" color="red" onClick={() => onTask('cancel')}>
            Отменить запись
          </Button>
          <Button variant="default" onClick={() => onTask('move')}>
            Перенести
          </Button>
          <Button onClick={() => onTask('come')}>Пришёл</Button>
        </Group>
      )}
      {doctorID !== null && patientID !== null && (
        <Button component={Link} to={patientPath({ doctorID, patientID })}>
          Открыть карточку пациента
        </Button>
      )}
    </Stack>
  );
}

/** The newest letter to the client about this booking, as it stands now: the board has told how it stood then. */
function BookingLetter({ booking }: { booking: BookingCard }) {
  const { bookingID, locationID, date, status } = booking;
  const again = useMailBooking(bookingID);
  const { data: letter = booking.letter } = useQuery({
    ...daysQuery(locationID, date, 1),
    select: ([day]) => day?.bookings.find((one) => one.bookingID === bookingID)?.letter,
  });
  return (
    <>
      <LetterState letter={letter} what="Письмо клиенту" />
      {status !== 'come' && <LetterActions letter={letter} again={again} />}
    </>
  );
}
