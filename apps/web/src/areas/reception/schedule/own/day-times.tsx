import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { longDayOf, shortDayOf, slotLabel, weekdayOf } from '../times.ts';
import classes from './day-times.module.css';

/** Times that a day shows before «Ещё». */
const SHOWN = 6;

interface Slot {
  slotUUID: string;
  beginsAt: string;
}

interface DayTimesProps<One extends Slot> {
  days: { date: string; slots: One[] }[];
  /** the time zone of the displayed times; by default, the browser's */
  timeZone?: string;
  chosen?: string | null;
  /** where the times are, for the names of the buttons */
  where?: string;
  onChoose: (slot: One, date: string) => void;
}

/** Days as columns, on narrow screens as rows, with their free times as buttons. */
export const DayTimes = <One extends Slot>({ days, ...props }: DayTimesProps<One>) => (
  <div className={classes.container}>
    <div className={classes.days}>
      {days.map((day) => (
        <Day key={day.date} day={day} {...props} />
      ))}
    </div>
  </div>
);

interface DayProps<One extends Slot> extends Omit<DayTimesProps<One>, 'days'> {
  day: { date: string; slots: One[] };
}

function Day<One extends Slot>({ day: { date, slots }, timeZone, chosen, where, onChoose }: DayProps<One>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? slots : slots.slice(0, SHOWN);
  const nameOf = (slot: Slot) =>
    [slotLabel(slot.beginsAt, date, timeZone), longDayOf(date), where].filter(Boolean).join(', ');
  return (
    <section
      className={classes.day}
      aria-label={longDayOf(date)}
      data-empty={slots.length === 0 || undefined}
    >
      <div className={classes.head} aria-hidden>
        <span className={classes.weekday}>{weekdayOf(date)}</span> {shortDayOf(date)}
      </div>
      {slots.length === 0 ? (
        <Text size="sm" c="dimmed" className={classes.none}>
          нет
        </Text>
      ) : (
        <div className={classes.times}>
          {shown.map((slot) => (
            <Button
              key={slot.slotUUID}
              variant={slot.slotUUID === chosen ? 'filled' : 'default'}
              {...(chosen !== undefined && { 'aria-pressed': slot.slotUUID === chosen })}
              aria-label={nameOf(slot)}
              className={classes.time}
              onClick={() => onChoose(slot, date)}
            >
              {slotLabel(slot.beginsAt, date, timeZone)}
            </Button>
          ))}
          {shown.length < slots.length && (
            <Button
              variant="subtle"
              className={classes.time}
              aria-label={`Показать ещё ${slots.length - shown.length}, ${longDayOf(date)}`}
              onClick={() => setWhole(true)}
            >
              ещё {slots.length - shown.length}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
