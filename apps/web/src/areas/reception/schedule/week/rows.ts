import type { BookingCard, ReceptionDay, ReceptionSlot } from '../queries.ts';

/**
 * One time of a day: its slot, if the centre's opening hours still have one, and the bookings at this time.
 */
export interface Row {
  beginsAt: string;
  slot: ReceptionSlot | undefined;
  bookings: BookingCard[];
}

/**
 * Slots and bookings by time. A booking whose slot no longer exists, after a change of hours, has a row of
 * its own.
 */
export const rowsOf = ({ slots, bookings }: Pick<ReceptionDay, 'slots' | 'bookings'>): Row[] => {
  const rows = new Map<string, Row>();
  for (const slot of slots) rows.set(slot.beginsAt, { beginsAt: slot.beginsAt, slot, bookings: [] });
  for (const booking of bookings) {
    if (booking.status === 'cancelled') continue;
    const { beginsAt } = booking;
    const row = rows.get(beginsAt) ?? { beginsAt, slot: undefined, bookings: [] };
    rows.set(beginsAt, { ...row, bookings: [...row.bookings, booking] });
  }
  return [...rows.values()].toSorted((one, other) => one.beginsAt.localeCompare(other.beginsAt));
};

export const cancelledOf = ({ bookings }: Pick<ReceptionDay, 'bookings'>) =>
  bookings.filter(({ status }) => status === 'cancelled');
