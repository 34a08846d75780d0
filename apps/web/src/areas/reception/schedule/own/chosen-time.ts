import type { SlotAddress } from '../queries.ts';
import type { Offered } from './offered.ts';

/** A free time that was clicked, and the centre. */
export interface ChosenTime extends SlotAddress {
  beginsAt: string;
  name: string;
  address: string;
  /** what the location offers, and the examination for which the times were shown */
  offered: Offered[];
  examinationID: number | null;
}
