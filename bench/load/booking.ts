import type { Hand } from './hand.ts';
import { oneOf } from './words.ts';

const visitor = { patientName: 'Иванов Иван Иванович', patientPhone: '+79991234567', studyComment: '' };

interface FreeSlots {
  slots: { slotUUID: string }[];
}
interface Days {
  days: { slots: { slotUUID: string; free: number }[] }[];
}

const chosen = ({ world }: Hand) => ({ locationID: oneOf(world.locationIDs), day: oneOf(world.days) });

/** The wizard: where, which day, which hour; and who only looks stops there. */
export const lookAndBook = async (hand: Hand, books: boolean): Promise<void> => {
  const { locationID, day } = chosen(hand);
  await hand.get('booking: centres', '/doctor/schedule/locations', hand.due);
  const at = `/doctor/schedule/locations/${locationID}/${day}`;
  const { ok, text } = await hand.get('booking: free slots', at);
  if (!ok || !books) return;
  const { slots } = JSON.parse(text) as FreeSlots;
  if (slots.length > 0) await hand.send('booking: book', 'POST', `${at}/${oneOf(slots).slotUUID}`, visitor);
};

/** The centre's day on an assistant's screen, and somebody rings up. */
export const lookAndBookByPhone = async (hand: Hand, books: boolean): Promise<void> => {
  const { locationID, day } = chosen(hand);
  const at = `/assistant/schedule/locations/${locationID}`;
  const { ok, text } = await hand.get('booking: day', `${at}/days?from=${day}`, hand.due);
  if (!ok || !books) return;
  const { days } = JSON.parse(text) as Days;
  const free = days.flatMap(({ slots }) => slots).filter((slot) => slot.free > 0);
  if (free.length === 0) return;
  const path = `${at}/${day}/${oneOf(free).slotUUID}`;
  await hand.send('booking: book', 'POST', path, {
    ...visitor,
    doctorID: oneOf(hand.world.doctors).accountID,
  });
};
