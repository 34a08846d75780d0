import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';

/** What identifies the letters about a person. */
interface LettersAbout {
  /** values of `letters.about` */
  about: string[];
  /** beginnings of values of `letters.about` */
  aboutPrefixes: string[];
  ids: number[];
  /** `links` and `bookingIDs` find letters that are not sent yet and contain one of them */
  links: string[];
  bookingIDs: number[];
}

/**
 * Deletes letters, sent or not; their jobs then have nothing to send. Returns what identifies their files
 * (`removeKeptLetters`).
 */
export const eraseLetters = async (
  tx: Tx,
  { about, aboutPrefixes, ids, links, bookingIDs }: LettersAbout,
): Promise<{ createdAt: Date; messageUUID: string }[]> => {
  const prefixes = aboutPrefixes.map((prefix) => `${prefix}%`);
  const { rows } = await sql<{ createdAt: Date; messageUUID: string }>`
    delete from letters
    where about = any(${about}::text[]) or about like any(${prefixes}::text[]) or id = any(${ids}::bigint[])
      or (facts <> '{}' and (
        facts::text like any(${links.map((link) => `%${link}%`)}::text[])
        or facts ->> 'bookingID' = any(${bookingIDs.map(String)}::text[])))
    returning created_at, message_uuid`.execute(tx);
  return rows;
};
