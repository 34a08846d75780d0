import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';

/** Texts may be empty: a centre that has entered nothing is shown as «Снимок». */
export interface CentreContacts {
  name: string;
  legalName: string;
  address: string;
  phones: string[];
  hours: string;
  licence: string;
  website: string;
}

export interface CentreIdentity extends CentreContacts {
  logo: { bytes: Buffer; type: 'image/png' } | null;
}

const CONTACTS = ['name', 'legalName', 'address', 'phones', 'hours', 'licence', 'website'] as const;

/** The name, contacts and logo of the centre, for letters, PDFs and public pages. */
export const findIdentity = async (db: Tx): Promise<CentreIdentity> => {
  const { logo, ...contacts } = await db
    .selectFrom('centreIdentity')
    .select([...CONTACTS, 'logo'])
    .executeTakeFirstOrThrow();
  return { ...contacts, logo: logo && { bytes: logo, type: 'image/png' } };
};

/** The identity; null while the centre has entered nothing about itself. */
export const findEnteredIdentity = async (db: Tx): Promise<CentreIdentity | null> => {
  const identity = await findIdentity(db);
  return identity.logo || contactLines(identity).length > 0 ? identity : null;
};

/** The identity without the logo, which may have two hundred kilobytes. */
export const findContacts = (db: Tx): Promise<CentreContacts> =>
  db.selectFrom('centreIdentity').select(CONTACTS).executeTakeFirstOrThrow();

/** The contacts with the version, and with the hash of the logo, which is part of the logo's URL. */
export const findPublishedIdentity = (db: Tx) =>
  db
    .selectFrom('centreIdentity')
    .select([...CONTACTS, 'version'])
    .select(sql<string | null>`left(encode(sha256(logo), 'hex'), 16)`.as('logoHash'))
    .executeTakeFirstOrThrow();

/** A hash for ETags; for a logo it is equal to `logoHash`. */
export const hashOf = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

/**
 * Replaces the contacts. `logo`: absent keeps the present logo, null removes it. Returns false if the identity has been
 * changed since `version`.
 */
export const updateIdentity = async (
  db: Tx,
  version: number,
  { logo, ...contacts }: CentreContacts & { logo?: Buffer | null | undefined },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('centreIdentity')
    .set({ ...contacts, ...(logo !== undefined && { logo }), version: sql`version + 1` })
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Whether exactly these data are stored, as the version after `version`. If so, the request repeats one whose answer
 * was lost.
 */
export const isUpdated = async (
  db: Tx,
  version: number,
  { logo, ...contacts }: CentreContacts & { logo?: Buffer | null | undefined },
): Promise<boolean> => {
  const stored = await findIdentity(db);
  const published = await findPublishedIdentity(db);
  const hasLogo = logo === undefined || (logo?.equals(stored.logo?.bytes ?? Buffer.alloc(0)) ?? !stored.logo);
  return (
    published.version === version + 1 &&
    hasLogo &&
    CONTACTS.every((key) => isDeepStrictEqual(stored[key], contacts[key]))
  );
};

/** The licence with the word «Лицензия» before it, unless the centre has typed the word itself. */
export const licenceLine = (licence: string): string =>
  licence === '' || /^лиценз/i.test(licence) ? licence : `Лицензия: ${licence}`;

/** The contacts as lines below a letter or on a page; empty if there are none. */
export const contactLines = ({ name, address, phones, hours, website, licence }: CentreContacts): string[] =>
  [name, address, phones.join(', '), hours.replaceAll('\n', ', '), website, licenceLine(licence)].filter(
    Boolean,
  );
