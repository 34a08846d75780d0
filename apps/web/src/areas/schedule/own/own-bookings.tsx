import { Badge, Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCalendarDown, IconCalendarOff, IconCalendarTime, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { ListShade } from '../../../shared/ui/list-shade.tsx';
import { Paging, usePageOffset } from '../../../shared/ui/paging.tsx';
import { ownStudiesPath } from '../../patients/doctor-queries.ts';
import { longDayOf, slotLabel } from '../times.ts';
import { CancelOwnForm } from './cancel-own-form.tsx';
import { MoveOwnForm } from './move-own-form.tsx';
import classes from './own-bookings.module.css';
import { type BookingView, calendarURL, type OwnBooking, ownBookingsQuery } from './queries.ts';

const VIEWS: { value: BookingView; label: string }[] = [
  { value: 'upcoming', label: 'Предстоящие' },
  { value: 'past', label: 'Прошедшие и отменённые' },
];

interface Chosen {
  action: 'move' | 'cancel';
  booking: OwnBooking;
}

/** The bookings of the client, with which they are moved and cancelled. */
export function OwnBookings() {
  const [search, setSearch] = useSearchParams();
  const view: BookingView = search.get('view') === 'past' ? 'past' : 'upcoming';
  const offset = usePageOffset();
  const [chosen, setChosen] = useState<Chosen>();
  const close = () => setChosen(undefined);
  const { data, error, isPlaceholderData } = useQuery({
    ...ownBookingsQuery(view, offset),
    placeholderData: keepPreviousData,
  });
  if (error && !data) throw error;
  return (
    <Stack gap="md">
      <SegmentedControl
        className={classes.views}
        aria-label="Какие записи показать"
        data={VIEWS}
        value={view}
        onChange={(one) => setSearch(one === 'past' ? { view: one } : {})}
      />
      {data ? (
        <ListShade waiting={isPlaceholderData}>
          {data.bookings.length === 0 && data.totalCount === 0 ? (
            <NoBookings view={view} />
          ) : (
            <ul className={classes.list}>
              {data.bookings.map((booking) => (
                <BookingItem key={booking.bookingID} booking={booking} onChoose={setChosen} />
              ))}
            </ul>
          )}
          <Paging {...data} />
        </ListShade>
      ) : (
        <Skeleton height={240} aria-label="загрузка..." />
      )}
      <Dialog title="Перенести запись" opened={chosen?.action === 'move'} onClose={close}>
        {chosen?.action === 'move' && <MoveOwnForm booking={chosen.booking} onClose={close} />}
      </Dialog>
      <Dialog title="Отменить запись" opened={chosen?.action === 'cancel'} onClose={close}>
        {chosen?.action === 'cancel' && <CancelOwnForm booking={chosen.booking} onClose={close} />}
      </Dialog>
    </Stack>
  );
}

const NoBookings = ({ view }: { view: BookingView }) => (
  <Empty
    icon={IconCalendarOff}
    title={view === 'past' ? 'Прошедших записей нет' : 'Предстоящих записей нет'}
    action={
      <Button component={Link} to="/doctor-area/schedule" mt="sm">
        Записать пациента
      </Button>
    }
  >
    {view === 'upcoming' && 'Здесь будут пациенты, которых вы записали на исследование.'}
  </Empty>
);

interface BookingItemProps {
  booking: OwnBooking;
  onChoose: (chosen: Chosen) => void;
}

function BookingItem({ booking, onChoose }: BookingItemProps) {
  const { bookingID, date, beginsAt, locationName, locationAddress, studyComment, cancelReason } = booking;
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
        <Text size="sm" c="dimmed">
          {[locationName, locationAddress].filter(Boolean).join(', ')}
        </Text>
        {studyComment && (
          <Text size="sm" className={classes.comment}>
            {studyComment}
          </Text>
        )}
        {cancelReason && <Text size="sm">Причина отмены: {cancelReason}</Text>}
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

function PatientOf({ booking: { patientID, patientName } }: { booking: OwnBooking }) {
  if (patientID === null) return <Text>{patientName || 'не указано'}</Text>;
  return (
    <Text component={Link} to={ownStudiesPath(patientID)} className={classes.patient}>
      {patientName}
    </Text>
  );
}

function State({ booking: { status, confirmed, reminded, moved } }: { booking: OwnBooking }) {
  const state = (label: string, color: string) => (
    <Badge variant="light" color={color}>
      {label}
    </Badge>
  );
  if (status === 'cancelled') return state('Отменена', 'gray');
  if (status === 'come') return state('Пациент пришёл', 'green');
  if (confirmed) return state('Пациент подтвердил', 'green');
  if (reminded) return state('Пациенту напомнили', 'blue');
  return moved ? state('Перенесена', 'gray') : null;
}
