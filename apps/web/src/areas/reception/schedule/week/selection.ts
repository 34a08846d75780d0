import type { BookingCard, Closure, SlotAddress } from '../queries.ts';

/** What the user has clicked: a free slot, a booking or a closed seat. */
export interface DaysSelection {
  slot?: SlotAddress & { beginsAt: string };
  booking?: BookingCard;
  closure?: Closure;
}
