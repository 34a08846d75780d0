import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import { normalizePhone } from '@snimok/contract/values/phone-numbers';

/** What identifies the notices about a person. */
interface NoticesAbout {
  /** values of the column `about` */
  about: string[];
  /** beginnings of values of the column `about` */
  aboutPrefixes: string[];
  /** parts of paths in the notices */
  links: string[];
  /**
   * Identifies only messages that were sent to this number: a relative with the same number may still be waiting for a
   * message of her own.
   */
  phone: string | null;
}

/** Deletes notices and lines of digests, sent or not; their jobs then have nothing to send. Returns their number. */
export const eraseNotices = async (
  tx: Tx,
  { about, aboutPrefixes, links, phone }: NoticesAbout,
): Promise<number> => {
  const prefixes = aboutPrefixes.map((prefix) => `${prefix}%`);
  const patterns = links.map((link) => `%${link}%`);
  const recipient = phone === null ? null : normalizePhone(phone);
  const notices = await sql`
    delete from notices
    where about = any(${about}::text[]) or about like any(${prefixes}::text[]) or content like any(${patterns}::text[])
      or (recipient = ${recipient} and account_id is null and (sent_at is not null or failed_at is not null))`.execute(
    tx,
  );
  const items = await sql`
    delete from digest_items
    where about = any(${about}::text[]) or about like any(${prefixes}::text[])
      or path like any(${patterns}::text[])`.execute(tx);
  return Number(notices.numAffectedRows ?? 0n) + Number(items.numAffectedRows ?? 0n);
};
