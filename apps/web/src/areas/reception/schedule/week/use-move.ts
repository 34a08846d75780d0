import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { moveBooking } from '@snimok/contract/reception/schedule';
import { call } from '../../../../shared/calls/call.ts';
import { timeOf } from '../../../../shared/dates/dates.ts';
import { showFailure } from '../../../../shared/failures/show-failure.ts';
import { showUndo } from '../../../../shared/failures/show-undo.tsx';
import type { BookingCard, ReceptionSlot } from '../queries.ts';
import { longDayOf } from '../times.ts';

/** Where a block was dropped. */
interface Target {
  date: string;
  place: number;
  slot: ReceptionSlot;
}

/**
 * Moves a booking to another slot or seat, and offers to undo it. `moving` is where the block is shown until the server has
 * answered; a refused booking returns to its place.
 */
export function useMove(timeZone: string) {
  const client = useQueryClient();
  const [moving, setMoving] = useState<{ bookingID: number; target: Target } | null>(null);

  const send = async (
    { bookingID, locationID }: BookingCard,
    { date, slotUUID, place }: { date: string; slotUUID: string; place: number },
    seenBeginsAt: string,
  ) => {
    try {
      const body = { locationID, date, slotUUID, place, seenBeginsAt };
      await call(moveBooking, { params: { bookingID }, body });
    } finally {
      // also after a refusal, which means that another user has changed the schedule
      await client.invalidateQueries({ queryKey: ['schedule'] });
    }
  };

  const move = async (booking: BookingCard, target: Target) => {
    if (moving) return;
    setMoving({ bookingID: booking.bookingID, target });
    try {
      await send(booking, { ...target, slotUUID: target.slot.slotUUID }, booking.beginsAt);
      const when = `${longDayOf(target.date)}, ${timeOf(target.slot.beginsAt, timeZone)}`;
      const isSameTime = target.slot.beginsAt === booking.beginsAt;
      showUndo({
        message: isSameTime ? 'Место изменено' : `Запись перенесена: ${when}`,
        undone: 'Запись снова на прежнем месте',
        undo: () => send(booking, booking, target.slot.beginsAt),
      });
    } catch (reason) {
      showFailure(reason);
    } finally {
      setMoving(null);
    }
  };

  /** The bookings as shown: the one that is being moved is at its new place. */
  const shown = (bookings: BookingCard[]): BookingCard[] =>
    bookings.map((booking) => {
      if (moving?.bookingID !== booking.bookingID) return booking;
      const { date, place, slot } = moving.target;
      return { ...booking, date, place, beginsAt: slot.beginsAt, endsAt: slot.endsAt };
    });
  return { move, shown };
}
