import { Badge, Skeleton, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { counted } from '@snimok/api-client/format-numbers';
import { ListShade } from '../../../shared/ui/list-shade.tsx';
import { PhoneNumber } from '../../../shared/ui/phone-number.tsx';
import {
  type BookingCard,
  daysQuery,
  type ReceptionDay,
  type ReceptionSlot,
  type SlotAddress,
} from '../queries.ts';
import { timeOf } from '../../../shared/dates.ts';
import { ACQUISITION } from '../../studies/labels.ts';
import { longDayOf, shortDayOf, weekdayOf } from '../times.ts';
import classes from './days.module.css';
import { cancelledOf, type Row, rowsOf } from './rows.ts';

/** What the user has clicked: a free slot or a booking. */
export interface DaysSelection {
  slot?: SlotAddress & { beginsAt: string };
  booking?: BookingCard;
}

interface DaysProps {
  locationID: number;
  from: string;
  count: number;
  today: string;
  timeZone: string;
  onSelect: (selection: DaysSelection) => void;
}

export function Days({ locationID, from, count, today, timeZone, onSelect }: DaysProps) {
  const { data, error, isPlaceholderData } = useQuery({
    ...daysQuery(locationID, from, count),
    placeholderData: keepPreviousData,
  });
  if (error && !data) throw error;
  if (!data) return <Skeleton height={420} aria-label="загрузка..." />;
  const times = timesOf(data, timeZone);
  return (
    <ListShade waiting={isPlaceholderData}>
      <div className={classes.container}>
        <div
          className={classes.days}
          data-week={data.length > 1 || undefined}
          style={{ '--times': Math.max(times.length, 1) } as CSSProperties}
        >
          <div className={classes.times} aria-hidden>
            {times.map((time, at) => (
              <span key={time} className={classes.time} style={rowStyle(at)}>
                {time}
              </span>
            ))}
          </div>
          {data.map((day) => (
            <Day
              key={day.date}
              day={day}
              isWeek={data.length > 1}
              isToday={day.date === today}
              times={times}
              timeZone={timeZone}
              locationID={locationID}
              onSelect={onSelect}
            />
          ))}
        </div>
      </div>
    </ListShade>
  );
}

/** The times of some days, earliest first; in the week view each has its row. */
const timesOf = (days: ReceptionDay[], timeZone: string): string[] => {
  const times = days.flatMap((day) => rowsOf(day).map(({ beginsAt }) => timeOf(beginsAt, timeZone)));
  return [...new Set(times)].toSorted();
};

/** The row of the grid, counted from 1. */
const rowStyle = (at: number) => ({ '--row': at + 1 }) as CSSProperties;

interface DayProps extends Pick<DaysProps, 'locationID' | 'timeZone' | 'onSelect'> {
  day: ReceptionDay;
  isWeek: boolean;
  isToday: boolean;
  times: string[];
}

function Day({ day, isWeek, isToday, times, locationID, timeZone, onSelect }: DayProps) {
  const rows = rowsOf(day);
  const cancelled = cancelledOf(day);
  const name = isWeek ? `${weekdayOf(day.date)}, ${shortDayOf(day.date)}` : longDayOf(day.date);
  return (
    <section className={classes.day} aria-label={longDayOf(day.date)} data-today={isToday || undefined}>
      <Title order={2} size="h3" className={classes.head}>
        {name}
        {isToday && (
          <Badge variant="light" size="sm">
            сегодня
          </Badge>
        )}
      </Title>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" px="xs" py="sm" className={classes.closed}>
          {day.special ? 'Выходной' : 'Закрыто'}
        </Text>
      )}
      <ol className={classes.rows}>
        {rows.map((row) => (
          <Time
            key={row.beginsAt}
            row={row}
            at={times.indexOf(timeOf(row.beginsAt, timeZone))}
            date={day.date}
            locationID={locationID}
            timeZone={timeZone}
            onSelect={onSelect}
          />
        ))}
      </ol>
      {cancelled.length > 0 && (
        <details className={classes.cancelled}>
          <summary>Отменено: {counted(cancelled.length, 'запись', 'записи', 'записей')}</summary>
          {cancelled.map((booking) => (
            <button
              key={booking.bookingID}
              type="button"
              className={classes.booking}
              data-status="cancelled"
              onClick={() => onSelect({ booking })}
            >
              {timeOf(booking.beginsAt, timeZone)} {booking.patientName}
            </button>
          ))}
        </details>
      )}
    </section>
  );
}

interface TimeProps extends Pick<DaysProps, 'locationID' | 'timeZone' | 'onSelect'> {
  row: Row;
  /** index of the time among those of all shown days */
  at: number;
  date: string;
}

/** The bookings at one time, and a button to book if the slot has free seats. */
function Time({ row: { beginsAt, slot, bookings }, at, date, locationID, timeZone, onSelect }: TimeProps) {
  const time = timeOf(beginsAt, timeZone);
  return (
    <li className={classes.row} style={rowStyle(at)}>
      <time dateTime={beginsAt} className={classes.time}>
        {time}
      </time>
      <div className={classes.bookings}>
        {bookings.map((booking) => (
          <button
            key={booking.bookingID}
            type="button"
            className={classes.booking}
            data-status={booking.status}
            onClick={() => onSelect({ booking })}
          >
            <span className={classes.patient} title={booking.patientName}>
              {booking.patientName || 'не указано'}
            </span>
            <span className={classes.more}>
              {booking.doctorName && `${booking.doctorName} · `}
              <PhoneNumber phone={booking.patientPhone} />
              {booking.studyComment && ` · ${booking.studyComment}`}
            </span>
            {booking.status === 'come' && <span className={classes.state}>пришёл</span>}
            {booking.acquisition && (
              <span className={classes.state}>{ACQUISITION[booking.acquisition].label.toLowerCase()}</span>
            )}
          </button>
        ))}
        {slot && slot.free > 0 && (
          <button
            type="button"
            className={classes.free}
            aria-label={`${freeLabel(slot)}: записать на ${time}, ${shortDayOf(date)}`}
            onClick={() => onSelect({ slot: { locationID, date, slotUUID: slot.slotUUID, beginsAt } })}
          >
            {freeLabel(slot)}
          </button>
        )}
      </div>
    </li>
  );
}

const freeLabel = ({ capacity, free }: ReceptionSlot) =>
  capacity > 1 ? `Свободно мест: ${free}` : 'Свободно';
