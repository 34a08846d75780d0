import { bookSlot } from '@snimok/contract/reception/schedule';
import type { CallProblem } from '@snimok/api-client/call';
import type { Acknowledged } from './acknowledged.ts';
import { type Loop, startLoop } from './loop.ts';
import type { User } from './user.ts';

const EVERY_MS = 400;

export interface Slot {
  locationID: number;
  date: string;
  slotUUID: string;
}

/** Two doctors book the same slot concurrently, one slot after the other. `slots` are free and have capacity for one patient. */
export const bookAgainst = (one: User, other: User, slots: Slot[], acknowledged: Acknowledged): Loop => {
  const book = async (doctor: User, slot: Slot) => {
    const body = { patientName: 'Торопова Анна Игоревна', patientPhone: '+79991234567' };
    const { bookingID } = await doctor.call(bookSlot, { params: slot, body });
    acknowledged.bookings.push({ bookingID, slotUUID: slot.slotUUID, doctorID: doctor.id });
  };
  return startLoop(async () => {
    const slot = slots.shift();
    if (!slot) throw new Error('no free slot is left');
    const answers = await Promise.allSettled([book(one, slot), book(other, slot)]);
    // if neither request succeeded nor met a conflict, the slot is still free for the next step
    const isStillFree = answers.every(
      (answer) => answer.status === 'rejected' && (answer.reason as CallProblem).status !== 409,
    );
    if (isStillFree) slots.unshift(slot);
  }, EVERY_MS);
};
