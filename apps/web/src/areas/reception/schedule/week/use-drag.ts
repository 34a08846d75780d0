import { type PointerEvent as ReactPointerEvent, useRef, useState } from 'react';
import type { BookingCard } from '../queries.ts';

/** A seat of a day below the pointer, and how far below its top the dragged block begins. */
export interface LanePoint {
  date: string;
  place: number;
  topPx: number;
}

interface Drag {
  booking: BookingCard;
  offsetX: number;
  offsetY: number;
  over: LanePoint | null;
}

/** A press becomes a drag after the pointer has moved this far. */
const THRESHOLD_PX = 5;

const laneAt = (x: number, y: number, blockTop: number): LanePoint | null => {
  const lane = document
    .elementsFromPoint(x, y)
    .find((element): element is HTMLElement => element instanceof HTMLElement && 'lane' in element.dataset);
  if (!lane) return null;
  const { date = '', place } = lane.dataset;
  return { date, place: Number(place), topPx: blockTop - lane.getBoundingClientRect().top };
};

/**
 * Drags the block of a booking with the mouse or a pen; a finger scrolls. Escape ends the drag without a drop. Elements with
 * `data-lane`, `data-date` and `data-place` receive drops.
 */
export function useDrag(onDrop: (booking: BookingCard, point: LanePoint) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const wasDragged = useRef(false);

  const start = (booking: BookingCard) => (event: ReactPointerEvent<HTMLElement>) => {
    wasDragged.current = false;
    if (event.button !== 0 || event.pointerType === 'touch' || booking.status !== 'booked') return;
    const { clientX, clientY } = event;
    const top = event.currentTarget.getBoundingClientRect().top;
    const scrolledY = window.scrollY;
    const listeners = new AbortController();
    const end = () => {
      listeners.abort();
      setDrag(null);
      // reset after the click that follows the release, so that only this click is ignored; the click of Enter has
      // no press before it
      setTimeout(() => {
        wasDragged.current = false;
      });
    };
    const stateAt = (x: number, y: number): Drag => {
      // the page may scroll under the pointer
      const offsetY = y - clientY + window.scrollY - scrolledY;
      const over = laneAt(x, y, top + y - clientY);
      return { booking, offsetX: x - clientX, offsetY, over };
    };
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (!wasDragged.current && Math.hypot(x - clientX, y - clientY) < THRESHOLD_PX) return;
      wasDragged.current = true;
      setDrag(stateAt(x, y));
    };
    const drop = ({ clientX: x, clientY: y }: PointerEvent) => {
      end();
      const { over } = stateAt(x, y);
      if (wasDragged.current && over) onDrop(booking, over);
    };
    const { signal } = listeners;
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
  };

  /** The click that follows a drag opens nothing. */
  const isClick = () => !wasDragged.current;
  return { drag, start, isClick };
}
