import type { SlotAddress } from '../queries.ts';

/** A free time that was clicked, and the centre. */
export interface ChosenTime extends SlotAddress {
  beginsAt: string;
  name: string;
  address: string;
}
