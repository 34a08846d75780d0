import { Badge, Skeleton, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { counted } from '@snimok/api-client/format-numbers';
import { ListShade } from '../../../shared/ui/list-shade.tsx';
import { type ReceptionDay, type ReceptionSlot, daysQuery } from '../queries.ts';
import { longDayOf, shortDayOf, timeOf, weekdayOf } from '../times.ts';
import classes from './days.module.css';
import { cancelledOf, type Row, rowsOf } from './rows.ts';
import type { Chosen } from './schedule-board.tsx';

interface DaysProps {
  locationID: number;
  from: string;
  count: number;
  today: string;
  timeZone: string;
  onChoose: (chosen: Chosen) => void;
}

export function Days({ locationID, from, count, today, timeZone, onChoose }: DaysProps) {
  const { data, error, isPlaceholderData } = useQuery({
    ...daysQuery(locationID, from, count),
    placeholderData: keepPreviousData,
  });
  if (error && !data) throw error;
  if (!data) return <Skeleton height={420} aria-label="загрузка..." />;
  return (
    <ListShade waiting={isPlaceholderData}>
      <div className={classes.days} data-week={data.length > 1 || undefined}>
        {data.map((day) => (
          <Day
            key={day.date}
            day={day}
            week={data.length > 1}
            isToday={day.date === today}
            timeZone={timeZone}
            onChoose={({ slot, booking }) =>
              onChoose({ ...(slot && { slot: { ...slot, locationID } }), ...(booking && { booking }) })
            }
          />
        ))}
      </div>
    </ListShade>
  );
}

interface DayProps extends Pick<DaysProps, 'timeZone' | 'onChoose'> {
  day: ReceptionDay;
  week: boolean;
  isToday: boolean;
}

function Day({ day, week, isToday, timeZone, onChoose }: DayProps) {
  const rows = rowsOf(day);
  const cancelled = cancelledOf(day);
  const name = week ? `${weekdayOf(day.date)}, ${shortDayOf(day.date)}` : longDayOf(day.date);
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
        <Text size="sm" c="dimmed" px="xs" py="sm">
          {day.special ? 'Выходной' : 'Закрыто'}
        </Text>
      )}
      <ol className={classes.rows}>
        {rows.map((row) => (
          <Time key={row.beginsAt} row={row} date={day.date} timeZone={timeZone} onChoose={onChoose} />
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
              onClick={() => onChoose({ booking })}
            >
              {timeOf(booking.beginsAt, timeZone)} {booking.patientName}
            </button>
          ))}
        </details>
      )}
    </section>
  );
}

interface TimeProps extends Pick<DaysProps, 'timeZone' | 'onChoose'> {
  row: Row;
  date: string;
}

/** Who is booked at one time, and a place to book, as many as are left. */
function Time({ row: { beginsAt, slot, bookings }, date, timeZone, onChoose }: TimeProps) {
  const time = timeOf(beginsAt, timeZone);
  return (
    <li className={classes.row}>
      <time dateTime={beginsAt} className={classes.time}>
        {time}
      </time>
      <div className={classes.places}>
        {bookings.map((booking) => (
          <button
            key={booking.bookingID}
            type="button"
            className={classes.booking}
            data-status={booking.status}
            onClick={() => onChoose({ booking })}
          >
            <span className={classes.patient}>{booking.patientName || 'не указано'}</span>
            <span className={classes.more}>
              {[booking.doctorName, booking.patientPhone, booking.studyComment].filter(Boolean).join(' · ')}
            </span>
            {booking.status === 'come' && <span className={classes.state}>пришёл</span>}
          </button>
        ))}
        {slot && slot.free > 0 && (
          <button
            type="button"
            className={classes.free}
            aria-label={`${freeLabel(slot)}: записать на ${time}, ${shortDayOf(date)}`}
            onClick={() =>
              onChoose({ slot: { locationID: 0, date, slotUUID: slot.slotUUID, beginsAt: slot.beginsAt } })
            }
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
