import type { Booking } from '@snimok/contract/reception/schedule';
import type { z } from 'zod';
import type { Tx } from '../../../platform/db/client.ts';
import { presentLetter } from '../../../platform/letters/present.ts';
import { listLettersAbout } from '../../../platform/letters/queries.ts';
import { listNoticesAbout } from '../../../platform/notices/queries.ts';
import { aboutVisit } from './patient-reminders.ts';

export type MessageToPatient = NonNullable<z.input<typeof Booking>['patientMessage']>;

/** The newest letter or text message to the patient of each of these bookings. */
export const listMessagesToPatients = async (
  db: Tx,
  bookingIDs: number[],
): Promise<Map<number, MessageToPatient>> => {
  const about = bookingIDs.map(aboutVisit);
  const letters = await listLettersAbout(db, about);
  const texts = await listNoticesAbout(db, about);
  const newestOf = (bookingID: number): MessageToPatient | undefined => {
    const [letter, text] = [letters, texts].map((rows) => presentLetter(rows.get(aboutVisit(bookingID))));
    if (letter && (!text || letter.queuedAt > text.queuedAt)) return { ...letter, channel: 'letter' };
    return text ? { ...text, channel: 'text' } : undefined;
  };
  return new Map(
    bookingIDs.flatMap((id) => {
      const newest = newestOf(id);
      return newest ? [[id, newest] as const] : [];
    }),
  );
};
