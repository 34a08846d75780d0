import { bookSlot } from '@snimok/contract/schedule';
import type { CallProblem } from '@snimok/api-client/call';
import type { Journal } from './acknowledged.ts';
import { type Routine, routine } from './loop.ts';
import type { Visitor } from './user.ts';

const EVERY_MS = 400;

export interface Slot {
  locationID: number;
  date: string;
  slotUUID: string;
}

/** Both want the same time at the same moment, each time another one; `slots` are free and for one patient each. */
export const bookAgainst = (one: Visitor, other: Visitor, slots: Slot[], ledger: Journal): Routine => {
  const wish = async (doctor: Visitor, slot: Slot) => {
    const body = { patientName: 'Торопова Анна Игоревна', patientPhone: '+79991234567' };
    const { bookingID } = await doctor.call(bookSlot, { params: slot, body });
    ledger.bookings.push({ bookingID, slotUUID: slot.slotUUID, doctorID: doctor.id });
  };
  return routine(async () => {
    const slot = slots.shift();
    if (!slot) throw new Error('no free time is left');
    const answers = await Promise.allSettled([wish(one, slot), wish(other, slot)]);
    // nobody got it and nobody was told that it is taken: it is free for the next turn
    const isUndecided = answers.every(
      (answer) => answer.status === 'rejected' && (answer.reason as CallProblem).status !== 409,
    );
    if (isUndecided) slots.unshift(slot);
  }, EVERY_MS);
};
