import type { CSSProperties, ReactNode } from 'react';
import { timeOf } from '../../../../shared/dates/dates.ts';
import type { ReceptionDay, ReceptionSlot } from '../queries.ts';
import type { DaysSelection } from './selection.ts';
import { shortDayOf } from '../times.ts';
import { isFree, openBookings, type Span, spanIn } from './layout.ts';
import classes from './week.module.css';

interface LaneProps {
  day: ReceptionDay;
  place: number;
  /** the name of the seat, if the centre has several */
  name: string | null;
  locationID: number;
  hours: Span;
  scale: number;
  timeZone: string;
  /** the slot onto which a block would be dropped */
  target: ReceptionSlot | undefined;
  onSelect: (selection: DaysSelection) => void;
  /** the blocks of the bookings */
  children: ReactNode;
}

/** The position of a time in its lane. */
export const boxOf = (
  { from, to }: Span,
  { hours, scale }: { hours: Span; scale: number },
): CSSProperties => {
  const begin = Math.max(from, hours.from);
  const end = Math.min(to, hours.to);
  return {
    '--top': `${(begin - hours.from) * scale}px`,
    '--box': `${Math.max(0, end - begin) * scale}px`,
  } as CSSProperties;
};

/** One seat on one day: its slots, with a button for each that is free, its closures and its bookings. */
export function Lane(lane: LaneProps) {
  const { day, place, name, locationID, hours, scale, timeZone, target, onSelect, children } = lane;
  const styleOf = (one: { beginsAt: string; endsAt: string }) =>
    boxOf(spanIn(one, day.date, timeZone), { hours, scale });
  const seats = { bookings: openBookings(day), closures: day.closures };
  return (
    <div className={classes.lane} data-lane data-date={day.date} data-place={place}>
      {day.slots.map((slot) => {
        const time = timeOf(slot.beginsAt, timeZone);
        const { slotUUID, beginsAt } = slot;
        if (!isFree(slot, place, seats))
          return <div key={slotUUID} className={classes.slot} style={styleOf(slot)} />;
        return (
          <button
            key={slotUUID}
            type="button"
            className={`${classes.slot} ${classes.free}`}
            style={styleOf(slot)}
            aria-label={`Свободно${name ? `, ${name}` : ''}: записать на ${time}, ${shortDayOf(day.date)}`}
            onClick={() =>
              onSelect({ slot: { locationID, date: day.date, slotUUID, beginsAt, ...(name && { place }) } })
            }
          >
            {time}
          </button>
        );
      })}
      {day.closures
        .filter((closure) => closure.place === place)
        .map((closure) => (
          <button
            key={closure.closureID}
            type="button"
            className={`${classes.block} ${classes.closure}`}
            style={styleOf(closure)}
            onClick={() => onSelect({ closure })}
          >
            <span className={classes.title}>Закрыто</span>
            <span className={classes.more}>{closure.reason}</span>
          </button>
        ))}
      {children}
      {target && <div className={classes.target} style={styleOf(target)} aria-hidden />}
    </div>
  );
}
