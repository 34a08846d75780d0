import { Button, SegmentedControl, Stack } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { Empty } from '../../../../shared/ui/empty.tsx';
import { ListShade } from '../../../../shared/lists/list-shade.tsx';
import { Paging, usePageOffset } from '../../../../shared/lists/paging.tsx';
import { CancelOwnForm } from './cancel-own-form.tsx';
import { MoveOwnForm } from './move-own-form.tsx';
import classes from './own-bookings.module.css';
import { type Chosen, OwnBookingItem } from './own-booking-item.tsx';
import { OwnReminderForm } from './own-reminder-form.tsx';
import { type BookingView, ownBookingsQuery } from './queries.ts';
import { Loading } from '../../../../shared/ui/loading.tsx';

const VIEWS: { value: BookingView; label: string }[] = [
  { value: 'upcoming', label: 'Предстоящие' },
  { value: 'past', label: 'Прошедшие и отменённые' },
];

/** The bookings of the client, with which they are moved and cancelled. */
export function OwnBookings() {
  const [search, setSearch] = useSearchParams();
  const view: BookingView = search.get('view') === 'past' ? 'past' : 'upcoming';
  const [chosen, setChosen] = useState<Chosen>();
  return (
    <Stack gap="md">
      <SegmentedControl
        className={classes.views}
        aria-label="Какие записи показать"
        data={VIEWS}
        value={view}
        onChange={(one) => setSearch(one === 'past' ? { view: one } : {})}
      />
      <List view={view} onChoose={setChosen} />
      <BookingDialogs chosen={chosen} onClose={() => setChosen(undefined)} />
    </Stack>
  );
}

function List({ view, onChoose }: { view: BookingView; onChoose: (chosen: Chosen) => void }) {
  const offset = usePageOffset();
  const { data, error, isPlaceholderData } = useQuery({
    ...ownBookingsQuery(view, offset),
    placeholderData: keepPreviousData,
  });
  if (error && !data) throw error;
  if (!data) return <Loading height={240} />;
  return (
    <ListShade waiting={isPlaceholderData}>
      {data.bookings.length === 0 && data.totalCount === 0 ? (
        <NoBookings view={view} />
      ) : (
        <ul className={classes.list}>
          {data.bookings.map((booking) => (
            <OwnBookingItem key={booking.bookingID} booking={booking} onChoose={onChoose} />
          ))}
        </ul>
      )}
      <Paging {...data} />
    </ListShade>
  );
}

function BookingDialogs({ chosen, onClose }: { chosen: Chosen | undefined; onClose: () => void }) {
  return (
    <>
      <Dialog title="Перенести запись" opened={chosen?.action === 'move'} onClose={onClose}>
        {chosen?.action === 'move' && <MoveOwnForm booking={chosen.booking} onClose={onClose} />}
      </Dialog>
      <Dialog title="Отменить запись" opened={chosen?.action === 'cancel'} onClose={onClose}>
        {chosen?.action === 'cancel' && <CancelOwnForm booking={chosen.booking} onClose={onClose} />}
      </Dialog>
      <Dialog title="Сообщения пациенту" opened={chosen?.action === 'reminder'} onClose={onClose}>
        {chosen?.action === 'reminder' && <OwnReminderForm booking={chosen.booking} onClose={onClose} />}
      </Dialog>
    </>
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
