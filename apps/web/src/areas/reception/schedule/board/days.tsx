import { Badge, Text, Title } from '@mantine/core';
import { PhoneNumber } from '../../../../shared/contacts/phone-number.tsx';
import type { Closure, ReceptionDay, ReceptionSlot } from '../queries.ts';
import { timeOf } from '../../../../shared/dates/dates.ts';
import { ACQUISITION } from '../../../studies/studies/labels.ts';
import { longDayOf, shortDayOf, weekdayOf } from '../times.ts';
import { spanIn } from '../week/layout.ts';
import { Cancelled } from '../week/cancelled.tsx';
import classes from './days.module.css';
import { type Row, rowsOf } from '../week/rows.ts';
import type { DaysSelection } from '../week/selection.ts';

interface DaysProps {
  days: ReceptionDay[];
  locationID: number;
  today: string;
  timeZone: string;
  onSelect: (selection: DaysSelection) => void;
}

/** Days below each other, each with its times. */
export const Days = ({ days, today, ...day }: DaysProps) => (
  <div className={classes.days}>
    {days.map((one) => (
      <Day key={one.date} day={one} isWeek={days.length > 1} isToday={one.date === today} {...day} />
    ))}
  </div>
);

interface DayProps extends Pick<DaysProps, 'locationID' | 'timeZone' | 'onSelect'> {
  day: ReceptionDay;
  isWeek: boolean;
  isToday: boolean;
}

function Day({ day, isWeek, isToday, locationID, timeZone, onSelect }: DayProps) {
  const rows = rowsOf(day);
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
        <Text size="sm" c="dimmed" px="xs" py="sm">
          {day.holiday ?? (day.special ? 'Выходной' : 'Закрыто')}
        </Text>
      )}
      <ol className={classes.rows}>
        {rows.map((row) => (
          <Time
            key={row.beginsAt}
            row={row}
            date={day.date}
            locationID={locationID}
            timeZone={timeZone}
            onSelect={onSelect}
          />
        ))}
      </ol>
      {day.closures.length > 0 && (
        <Closures closures={day.closures} date={day.date} timeZone={timeZone} onSelect={onSelect} />
      )}
      <Cancelled day={day} timeZone={timeZone} onSelect={onSelect} />
    </section>
  );
}

interface ClosuresProps extends Pick<DaysProps, 'timeZone' | 'onSelect'> {
  closures: Closure[];
  date: string;
}

const Closures = ({ closures, date, timeZone, onSelect }: ClosuresProps) => (
  <div className={classes.closures}>
    {closures.map((closure) => {
      const { from, to } = spanIn(closure, date, timeZone);
      return (
        <button
          key={closure.closureID}
          type="button"
          className={classes.free}
          onClick={() => onSelect({ closure })}
        >
          Место {closure.place} закрыто, {clockOf(from)}–{clockOf(to)}: {closure.reason}
        </button>
      );
    })}
  </div>
);

/** «09:30» of minutes after midnight. */
const clockOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

interface TimeProps extends Pick<DaysProps, 'locationID' | 'timeZone' | 'onSelect'> {
  row: Row;
  date: string;
}

/** The bookings at one time, and a button to book if the slot has free seats. */
function Time({ row: { beginsAt, slot, bookings }, date, locationID, timeZone, onSelect }: TimeProps) {
  const time = timeOf(beginsAt, timeZone);
  return (
    <li className={classes.row}>
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
            {!slot && <span className={classes.outside}>вне часов</span>}
            {booking.status === 'come' && <span className={classes.state}>приход отмечен</span>}
            {booking.missed && <span className={classes.state}>неявка</span>}
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
