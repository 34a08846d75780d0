import type { SimulatedUser } from './simulated-user.ts';
import { oneOf } from './random.ts';

const booking = { patientName: 'Иванов Иван Иванович', patientPhone: '+79991234567', studyComment: '' };

interface FreeSlots {
  slots: { slotUUID: string }[];
}
interface Days {
  days: { slots: { slotUUID: string; free: number }[] }[];
}

const randomDay = ({ dataset }: SimulatedUser) => ({
  locationID: oneOf(dataset.locationIDs),
  day: oneOf(dataset.days),
});

/** A doctor opens the booking wizard: branches, then the free slots of a day; books one if `books`. */
export const browseSlots = async (user: SimulatedUser, books: boolean): Promise<void> => {
  const { locationID, day } = randomDay(user);
  await user.get('booking: centres', '/doctor/schedule/locations', user.due);
  const at = `/doctor/schedule/locations/${locationID}/${day}`;
  const { ok, text } = await user.get('booking: free slots', at);
  if (!ok || !books) return;
  const { slots } = JSON.parse(text) as FreeSlots;
  if (slots.length > 0) await user.send('booking: book', 'POST', `${at}/${oneOf(slots).slotUUID}`, booking);
};

/** An assistant opens a day of the schedule; books a slot for a doctor if `books`. */
export const browseDay = async (user: SimulatedUser, books: boolean): Promise<void> => {
  const { locationID, day } = randomDay(user);
  const at = `/assistant/schedule/locations/${locationID}`;
  const { ok, text } = await user.get('booking: day', `${at}/days?from=${day}`, user.due);
  if (!ok || !books) return;
  const { days } = JSON.parse(text) as Days;
  const free = days.flatMap(({ slots }) => slots).filter((slot) => slot.free > 0);
  if (free.length === 0) return;
  const path = `${at}/${day}/${oneOf(free).slotUUID}`;
  await user.send('booking: book', 'POST', path, {
    ...booking,
    doctorID: oneOf(user.dataset.doctors).accountID,
  });
};
