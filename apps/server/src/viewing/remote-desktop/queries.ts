import type { Tx } from '../../platform/db/client.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { inState } from '../../studies/studies/study-rows/study-state.ts';

export type DesktopRow = NonNullable<Awaited<ReturnType<typeof findDesktop>>>;
export type EndedBecause = 'idle' | 'limit' | 'closed' | 'failed' | 'stopped';

export const findDesktop = (db: Tx, uuid: string) =>
  db.selectFrom('remoteDesktops').selectAll().where('uuid', '=', uuid).executeTakeFirst();

export const findPersonsDesktop = (db: Tx, person: string) =>
  db
    .selectFrom('remoteDesktops')
    .select(['uuid', 'studyID'])
    .where('person', '=', person)
    .where('state', '<>', 'ended')
    .executeTakeFirst();

export const countDesktops = async (db: Tx): Promise<number> => {
  const { count } = await db
    .selectFrom('remoteDesktops')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '<>', 'ended')
    .executeTakeFirstOrThrow();
  return count;
};

export interface NewDesktop {
  uuid: string;
  studyID: number;
  person: string;
  sessionHash: Buffer | null;
  shareUUID: string | null;
  tokenHash: Buffer;
  tokenExpiresAt: Date;
}

export const insertDesktop = async (db: Tx, desktop: NewDesktop, now: Date): Promise<void> => {
  const times = { createdAt: now, attendedAt: now, activeAt: now };
  await db
    .insertInto('remoteDesktops')
    .values({ ...desktop, ...times })
    .execute();
};

/** A new token for a running desktop, bound to the session or share that requested it. */
export const renewToken = async (
  db: Tx,
  uuid: string,
  access: Pick<NewDesktop, 'sessionHash' | 'shareUUID' | 'tokenHash' | 'tokenExpiresAt'>,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('remoteDesktops')
    .set({ ...access, attendedAt: now })
    .where('uuid', '=', uuid)
    .execute();
};

/** Atomic: of two concurrent requests with the same token exactly one gets the desktop. */
export const redeemToken = (db: Tx, tokenHash: Buffer, connectionUUID: string, now: Date) =>
  db
    .updateTable('remoteDesktops')
    .set({ tokenHash: null, tokenExpiresAt: null, connectionUUID, attendedAt: now, activeAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('tokenExpiresAt', '>', now)
    .where('state', '<>', 'ended')
    .returningAll()
    .executeTakeFirst();

/** False when a newer connection has taken over or the desktop has ended. */
export const recordAttendance = async (
  db: Tx,
  { uuid, connectionUUID }: { uuid: string; connectionUUID: string },
  times: { attendedAt: Date; activeAt: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('remoteDesktops')
    .set(times)
    .where('uuid', '=', uuid)
    .where('connectionUUID', '=', connectionUUID)
    .where('state', '<>', 'ended')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Undefined when the desktop was closed, or was started before by a worker that was killed. */
export const claimDesktop = (db: Tx, uuid: string, location: { host: string; reach: string | null }) =>
  db
    .updateTable('remoteDesktops')
    .set({ state: 'starting', ...location })
    .where('uuid', '=', uuid)
    .where('state', '=', 'wanted')
    .returning('studyID')
    .executeTakeFirst();

export const markRunning = async (db: Tx, uuid: string, now: Date): Promise<void> => {
  await db
    .updateTable('remoteDesktops')
    .set({ state: 'running', activeAt: now })
    .where('uuid', '=', uuid)
    .where('state', '=', 'starting')
    .execute();
};

/** The row remains for a while, so that the proxy can read the reason and pass it to the browser. */
export const endDesktop = async (db: Tx, uuid: string, endedBecause: EndedBecause): Promise<void> => {
  await db
    .updateTable('remoteDesktops')
    .set({ state: 'ended', endedBecause, tokenHash: null, tokenExpiresAt: null })
    .where('uuid', '=', uuid)
    .where('state', '<>', 'ended')
    .execute();
};

export const removeDesktop = async (db: Tx, uuid: string): Promise<void> => {
  await db.deleteFrom('remoteDesktops').where('uuid', '=', uuid).execute();
};

const ABANDONED_AFTER_MS = 10 * 60_000;

/** Deletes ended desktops, and desktops that a killed worker did not end. */
export const deleteAbandonedDesktops = async (db: Tx, now: Date, maxAgeMs: number): Promise<void> => {
  const cutoff = (ms: number) => after(now, -ms - ABANDONED_AFTER_MS);
  await db
    .deleteFrom('remoteDesktops')
    .where((row) => row.or([row('attendedAt', '<', cutoff(0)), row('createdAt', '<', cutoff(maxAgeMs))]))
    .execute();
};

/** The object and index of a study; undefined if it cannot be opened. */
export const findStudyFiles = (db: Tx, studyID: number) =>
  db
    .selectFrom('studies')
    .innerJoin('objects', 'objects.id', 'studies.objectID')
    .innerJoin('objectIndexes', 'objectIndexes.objectID', 'objects.id')
    .select(['objects.key', 'objectIndexes.entries'])
    .where('studies.id', '=', studyID)
    .where(inState('available'))
    .executeTakeFirst();
