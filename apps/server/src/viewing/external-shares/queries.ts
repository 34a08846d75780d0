import { type RawBuilder, sql } from 'kysely';
import { clientIsEnabled } from '../../people/accounts/sessions/enabled-accounts.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleShares } from '../../platform/access/visible.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

/** The client that sent a link to a colleague; null if the centre did, and for links of patients, which belong to the patient. */
export const sendingClient = sql<number | null>`case
  when external_shares.kind is null and creator.role in ('doctor', 'member')
  then coalesce(creator.client_id, creator.id) end`;

/** The sender may still send it: her account is enabled, she is a clinician, and the client still has the patient. */
const clientMaySend = sql<boolean>`(creator.disabled_at is null and ${clientIsEnabled}
  and creator.client_role is distinct from 'reception' and study.doctor_id = ${sendingClient})`;

const shares = (db: Tx) =>
  db
    .selectFrom('externalShares')
    .innerJoin('accounts as creator', 'creator.id', 'externalShares.creatorID')
    .leftJoin('accounts as client', 'client.id', 'creator.clientID')
    .innerJoin('studies as study', 'study.id', 'externalShares.studyID')
    .selectAll('externalShares')
    .select(['creator.name as creatorName', sendingClient.as('clientID'), clientMaySend.as('clientMaySend')]);

export type ShareRow = Awaited<ReturnType<typeof findStoredShare>>;

const sharesOf = (db: Tx, studyID: number) =>
  shares(db).where('externalShares.studyID', '=', studyID).where('externalShares.kind', 'is', null);

/** The caller must have checked that the study is visible. */
export const findShare = (db: Tx, who: Actor, studyID: number, shareUUID: string) =>
  sharesOf(db, studyID)
    .where('externalShares.uuid', '=', shareUUID)
    .where(visibleShares(who))
    .executeTakeFirstOrThrow(() => notFound(sentences.noShare));

/** The share of any sender. */
export const findStoredShare = (db: Tx, studyID: number, shareUUID: string) =>
  sharesOf(db, studyID)
    .where('externalShares.uuid', '=', shareUUID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noShare));

export const listShares = (db: Tx, who: Actor, studyID: number) =>
  sharesOf(db, studyID)
    .where(visibleShares(who))
    .orderBy('externalShares.createdAt', 'desc')
    .orderBy('externalShares.uuid')
    .execute();

const patientLinks = (db: Tx, studyID: number) =>
  shares(db).where('externalShares.studyID', '=', studyID).where('externalShares.kind', '=', 'patient');

/** Links that were handed to the patient, with those that were revoked. */
export const listPatientLinks = (db: Tx, studyID: number) =>
  patientLinks(db, studyID)
    .orderBy('externalShares.createdAt', 'desc')
    .orderBy('externalShares.uuid')
    .execute();

export const findPatientLink = (db: Tx, studyID: number, shareUUID: string) =>
  patientLinks(db, studyID)
    .where('externalShares.uuid', '=', shareUUID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noShare));

/** False if the link was revoked before. */
export const revokePatientLink = async (db: Tx, shareUUID: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('externalShares')
    // earlier versions check the expiry alone
    .set({ revokedAt: now, expiresAt: sql`least(expires_at, ${now})` })
    .where('uuid', '=', shareUUID)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

type Portal = Pick<Context, 'db' | 'clock' | 'config'>;

/**
 * Whether a link opens before it expires. A doctor's link opens only while the doctor could send it now. So it ends
 * when her account or the client's is disabled, when the patient or the study leaves the client, and when the centre
 * switches such links off.
 */
export const isOpen = (
  { clientID, clientMaySend }: Pick<ShareRow, 'clientID' | 'clientMaySend'>,
  { doctorExternalShareEnabled }: Context['config'],
): boolean => clientID === null || (doctorExternalShareEnabled && clientMaySend);

/** Undefined when the token is unknown, or the share has expired or is not open. */
export const findLiveShare = async (portal: Portal, tokenHash: Buffer): Promise<ShareRow | undefined> =>
  (await listLive(portal, sql`${sql.ref('externalShares.tokenHash')} = ${tokenHash}`))[0];

export const findLiveShareByUUID = async (portal: Portal, shareUUID: string): Promise<ShareRow | undefined> =>
  (await listLiveShares(portal, [shareUUID]))[0];

/** `codeHashes`: the hashes of the code, one by each key. */
export const findLiveShareByCode = async (
  portal: Portal,
  codeHashes: Buffer[],
): Promise<ShareRow | undefined> =>
  (await listLive(portal, sql`${sql.ref('externalShares.codeHash')} in (${sql.join(codeHashes)})`))[0];

export const listLiveShares = async (portal: Portal, shareUUIDs: string[]): Promise<ShareRow[]> =>
  shareUUIDs.length === 0
    ? []
    : listLive(portal, sql`${sql.ref('externalShares.uuid')} = any(${shareUUIDs}::uuid[])`);

const listLive = async ({ db, clock, config }: Portal, match: RawBuilder<boolean>): Promise<ShareRow[]> => {
  const rows = await shares(db).where('externalShares.expiresAt', '>', clock.now()).where(match).execute();
  return rows.filter((share) => isOpen(share, config));
};

interface NewShare {
  uuid: string;
  studyID: number;
  creatorID: number;
  email: string;
  flags: string[];
  showMarks: boolean;
  tokenHash: Buffer;
  sealedToken: Buffer;
  pinHash: Buffer | null;
  letterID: number | null;
  kind?: 'patient';
  codeHash?: Buffer;
  texted?: boolean;
  createdAt: Date;
  expiresAt: Date;
}

/** False if a share with this UUID exists. */
export const insertNewShare = async (db: Tx, share: NewShare): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('externalShares')
    .values(share)
    .onConflict((row) => row.column('uuid').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** False when another request has deleted it already. The history continues to say to whom it was given. */
export const deleteShare = async (db: Tx, shareUUID: string): Promise<boolean> => {
  const deleted = await db
    .deleteFrom('externalShares')
    .where('uuid', '=', shareUUID)
    .returning(['uuid as shareUUID', 'studyID', 'email'])
    .executeTakeFirst();
  if (deleted) await db.insertInto('endedShares').values(deleted).execute();
  return deleted !== undefined;
};

/** Locks the share, so that letters about it are replaced one after another. Returns the id of the newest letter. */
export const lockShareLetter = async (tx: Tx, shareUUID: string): Promise<number | null> => {
  const { letterID } = await tx
    .selectFrom('externalShares')
    .select('letterID')
    .where('uuid', '=', shareUUID)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.noShare));
  return letterID;
};

export const updateShareLetter = async (db: Tx, shareUUID: string, letterID: number): Promise<void> => {
  await db.updateTable('externalShares').set({ letterID }).where('uuid', '=', shareUUID).execute();
};

export const findSender = async (db: Tx, shareUUID: string) => {
  const { creatorName, clientID } = await shares(db)
    .where('externalShares.uuid', '=', shareUUID)
    .executeTakeFirstOrThrow(() => notFound(sentences.shareGone));
  return { name: creatorName, clientID };
};

export const wasOpened = async (db: Tx, shareUUID: string): Promise<boolean> =>
  (await db
    .selectFrom('externalShares')
    .select('uuid')
    .where('uuid', '=', shareUUID)
    .where('firstOpenedAt', 'is not', null)
    .executeTakeFirst()) !== undefined;

export const countOpening = async (db: Tx, shareUUID: string, now: Date): Promise<void> => {
  await db
    .updateTable('externalShares')
    .set({ firstOpenedAt: sql`coalesce(first_opened_at, ${now})`, lastOpenedAt: now })
    .where('uuid', '=', shareUUID)
    .execute();
};

export const countDownload = async (db: Tx, shareUUID: string): Promise<void> => {
  await db
    .updateTable('externalShares')
    .set((share) => ({ downloads: share('downloads', '+', 1) }))
    .where('uuid', '=', shareUUID)
    .execute();
};

/** After this many wrong PINs in a row the share is locked; each lock lasts twice as long as the previous one. */
const TRIES_BEFORE_LOCK = 5;
const FIRST_LOCK_MS = 15 * 60_000;

/** Waits for other attempts at this share until the transaction ends, and returns their result. Writes nothing. */
export const lockPINAttempts = async (tx: Tx, shareUUID: string) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`share-pin:${shareUUID}`}, 0))`.execute(tx);
  return tx
    .selectFrom('externalShares')
    .select(['pinFailures', 'pinLockedUntil'])
    .where('uuid', '=', shareUUID)
    .executeTakeFirst();
};

/** `lockedUntil` is null unless this attempt locks the share; `triesLeft` counts the attempts before it is locked. */
export const countWrongPIN = async (tx: Tx, shareUUID: string, now: Date) => {
  const { pinFailures, pinLockedUntil } = await tx
    .updateTable('externalShares')
    .set((share) => ({ pinFailures: share('pinFailures', '+', 1), pinLockedUntil: lockAfterTry(now) }))
    .where('uuid', '=', shareUUID)
    .returning(['pinFailures', 'pinLockedUntil'])
    // the share may have been deleted meanwhile
    .executeTakeFirstOrThrow(() => notFound(sentences.shareGone));
  const triesLeft = TRIES_BEFORE_LOCK - (pinFailures % TRIES_BEFORE_LOCK);
  return { lockedUntil: pinLockedUntil, triesLeft };
};

/** The fifth wrong PIN in a row locks for 15 minutes, the tenth for 30, and so on up to 30 days. */
const lockAfterTry = (now: Date) => sql<Date | null>`case
  when (pin_failures + 1) % ${sql.lit(TRIES_BEFORE_LOCK)} = 0
  then ${now}::timestamptz + least(
    ${sql.lit(FIRST_LOCK_MS / 1000)} * interval '1 second'
      * power(2, least((pin_failures + 1) / ${sql.lit(TRIES_BEFORE_LOCK)} - 1, 12)),
    interval '30 days')
  end`;

export const clearPINFailures = async (db: Tx, shareUUID: string): Promise<void> => {
  await db
    .updateTable('externalShares')
    .set({ pinFailures: 0, pinLockedUntil: null })
    .where('uuid', '=', shareUUID)
    .execute();
};
