import { counted } from '@snimok/api-client/format-numbers';
import { timeOf } from '../../../../shared/dates/dates.ts';
import type { ReceptionDay } from '../queries.ts';
import type { DaysSelection } from './selection.ts';
import classes from '../board/days.module.css';
import { cancelledOf } from './rows.ts';

interface CancelledProps {
  day: ReceptionDay;
  timeZone: string;
  onSelect: (selection: DaysSelection) => void;
}

/** The cancelled bookings of a day, which have no place among the others. */
export function Cancelled({ day, timeZone, onSelect }: CancelledProps) {
  const cancelled = cancelledOf(day);
  if (cancelled.length === 0) return null;
  return (
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
  );
}
