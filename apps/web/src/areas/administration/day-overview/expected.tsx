import { Badge, Button, Text } from '@mantine/core';
import { MISSED_AFTER_MINUTES } from '@snimok/contract/reception/schedule';
import { type ReactNode, useState } from 'react';
import { timeOf } from '../../../shared/dates/dates.ts';
import { useNow } from '../../../shared/dates/use-now.ts';
import type { BookingCard } from '../../reception/schedule/queries.ts';
import { BookingDialog } from '../../reception/schedule/board/booking-dialog.tsx';
import { ACQUISITION } from '../../studies/studies/labels.ts';
import { ActionButton } from './action-button.tsx';
import { Group } from './entry.tsx';
import classes from './overview.module.css';
import { type Day, type Overview, requestMissed, useRefreshOverview } from './queries.ts';

const MINUTE_MS = 60_000;
/** A patient is marked as late after this time. */
const LATE_MINUTES = 10;
/** Most patients come at most this early; before that, the button is inconspicuous. */
const EARLY_MINUTES = 30;

export const manyPlaces = (items: { locationName: string | null }[]) =>
  new Set(items.map(({ locationName }) => locationName)).size > 1;

/** Booked patients who have not come, and below them those who are recorded as missed. */
export function Expected({ overview, day }: { overview: Overview; day: Day }) {
  const { expected, missed, timeZone } = overview;
  const [arriving, setArriving] = useState<BookingCard>();
  const refresh = useRefreshOverview();
  const now = useNow();
  const places = manyPlaces([...expected.items, ...(missed?.items ?? [])]);
  const entry = { timeZone, places, onArrival: day === 'tomorrow' ? undefined : setArriving };
  return (
    <>
      <Group
        title={day === 'yesterday' ? 'Не отмечены' : 'Ожидаются'}
        count={expected.totalCount}
        color="teal"
        shown={expected.items.length}
        empty={day === 'yesterday' ? 'Все записи отмечены' : 'Больше никто не записан'}
      >
        {expected.items.map((booking) => {
          const minutesLate = (now - Date.parse(booking.beginsAt)) / MINUTE_MS;
          // if the machine has reported anything, the patient has come
          const isAbsent = booking.acquisition === undefined;
          const isLate = day === 'today' && isAbsent && minutesLate > LATE_MINUTES;
          return (
            <Booked
              key={booking.bookingID}
              booking={booking}
              isLate={isLate}
              isDue={minutesLate >= -EARLY_MINUTES}
              {...entry}
            >
              {isAbsent && minutesLate >= MISSED_AFTER_MINUTES && <Missed booking={booking} />}
            </Booked>
          );
        })}
      </Group>
      {missed && missed.totalCount > 0 && (
        <Group title="Неявки" count={missed.totalCount} shown={missed.items.length} empty="">
          {missed.items.map((booking) => (
            <Booked key={booking.bookingID} booking={booking} {...entry}>
              <Missed booking={booking} />
            </Booked>
          ))}
        </Group>
      )}
      <BookingDialog
        booking={arriving}
        firstStep="arrival"
        timeZone={timeZone}
        onClose={() => {
          setArriving(undefined);
          void refresh();
        }}
      />
    </>
  );
}

/** Records that the patient did not come, or takes it back. */
const Missed = ({ booking: { bookingID, patientName, missed } }: { booking: BookingCard }) => (
  <ActionButton
    subject={patientName}
    request={() => requestMissed(bookingID, !missed)}
    done={missed ? 'Неявка отменена' : 'Неявка отмечена'}
  >
    {missed ? 'Отменить неявку' : 'Неявка'}
  </ActionButton>
);

interface BookedProps {
  booking: BookingCard;
  timeZone: string;
  /** there are several centres, so its name is shown */
  places: boolean;
  isLate?: boolean;
  isDue?: boolean;
  /** absent on a day that has not come */
  onArrival: ((booking: BookingCard) => void) | undefined;
  children: ReactNode;
}

const Booked = ({ booking, timeZone, places, isLate, isDue, onArrival, children }: BookedProps) => (
  <li className={classes.entry}>
    <div className={classes.text}>
      <span className={classes.who}>
        <Text span fw={600}>
          {timeOf(booking.beginsAt, timeZone)}
        </Text>
        <Text span fw={600}>
          {booking.patientName}
        </Text>
        {booking.acquisition && (
          <Badge size="sm" variant="light" color={ACQUISITION[booking.acquisition].color} tt="none" fw={500}>
            {ACQUISITION[booking.acquisition].label.toLowerCase()}
          </Badge>
        )}
        {isLate && (
          <Badge size="sm" variant="light" color="yellow" tt="none" fw={500}>
            опаздывает
          </Badge>
        )}
      </span>
      <Text size="sm" c="dimmed">
        {[booking.doctorName ?? 'без клиента', places && booking.locationName].filter(Boolean).join(' · ')}
      </Text>
    </div>
    {onArrival && (
      <div className={classes.actions}>
        <Button
          size="xs"
          variant={isDue ? 'filled' : 'default'}
          aria-label={`Отметить приход: ${booking.patientName}`}
          onClick={() => onArrival(booking)}
        >
          Отметить приход
        </Button>
        {children}
      </div>
    )}
  </li>
);
