import type { CSSProperties, PointerEvent } from 'react';
import { timeOf } from '../../../../shared/dates/dates.ts';
import { ACQUISITION } from '../../../studies/studies/labels.ts';
import type { BookingCard, ReceptionDay } from '../queries.ts';
import { boxOf } from './lane.tsx';
import { markOf, type Span, spanIn } from './layout.ts';
import classes from './week.module.css';

interface BlockProps {
  booking: BookingCard;
  day: ReceptionDay;
  hours: Span;
  scale: number;
  timeZone: string;
  /** how far it is dragged; null at its place */
  offset: { offsetX: number; offsetY: number } | null;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onOpen: () => void;
}

const stateOf = ({ status, missed, acquisition }: BookingCard) => {
  if (status === 'come') return 'приход отмечен';
  return missed ? 'неявка' : acquisition && ACQUISITION[acquisition].label.toLowerCase();
};

/** A booking at its time. Enter opens it, where «Перенести» moves it without a mouse. */
export function Block({ booking, day, hours, scale, timeZone, offset, onPointerDown, onOpen }: BlockProps) {
  const { status, patientName, doctorName, beginsAt } = booking;
  const mark = markOf(booking, day);
  const state = stateOf(booking);
  const time = timeOf(beginsAt, timeZone);
  return (
    <button
      type="button"
      className={classes.block}
      data-status={status}
      data-mark={mark !== null || undefined}
      data-dragged={offset !== null || undefined}
      style={
        {
          ...boxOf(spanIn(booking, day.date, timeZone), { hours, scale }),
          ...(offset && { transform: `translate(${offset.offsetX}px, ${offset.offsetY}px)` }),
        } as CSSProperties
      }
      title={[time, patientName, doctorName].filter(Boolean).join(' · ')}
      onPointerDown={onPointerDown}
      onClick={onOpen}
    >
      <span className={classes.title}>{patientName || 'не указано'}</span>
      <span className={classes.more}>{[time, mark, state, doctorName].filter(Boolean).join(' · ')}</span>
    </button>
  );
}
