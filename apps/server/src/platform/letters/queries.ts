import { type InferResult, sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import { compiledOnce, type Placeholder } from '../db/compiled-once.ts';
import { pinPlan } from '../db/pinned-plans.ts';
import type { Attempt } from '../outbox/outbox.ts';

export interface NewLetter {
  template: string;
  recipient: string;
  facts: string;
  about: string | null;
}

export const insertLetter = async (db: Tx, letter: NewLetter): Promise<number> =>
  (await db.insertInto('letters').values(letter).returning('id').executeTakeFirstOrThrow()).id;

/** Letters that are neither sent nor given up; a withdrawn letter is deleted. */
export const pendingLetters = (db: Tx) =>
  db
    .selectFrom('letters')
    .select(['id', 'template', 'recipient', 'facts', 'attempts', 'messageUUID', 'createdAt'])
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null);

export type PendingLetter = InferResult<ReturnType<typeof pendingLetters>>[number];

/** The facts are deleted once a letter is sent or given up, since they may contain a password or a link. */
export const saveAttempt = async (db: Tx, letterID: number, attempt: Attempt): Promise<void> => {
  await db
    .updateTable('letters')
    .set((letter) => ({
      ...attempt,
      ...(attempt.nextTryAt === null && { facts: '{}' }),
      attempts: letter('attempts', '+', 1),
    }))
    .where('id', '=', letterID)
    .execute();
};

export const deleteUnsentLetter = async (db: Tx, letterID: number): Promise<void> => {
  await db.deleteFrom('letters').where('id', '=', letterID).where('sentAt', 'is', null).execute();
};

/** Deletes the unsent letters with this `about` key. Returns how many were deleted. */
export const deleteUnsentLettersAbout = async (db: Tx, about: string): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('letters')
    .where('about', '=', about)
    .where('sentAt', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** The columns that describe the delivery state. */
const stateColumns = [
  'template',
  'createdAt',
  'sentAt',
  'failedAt',
  'nextTryAt',
  'attempts',
  'lastError',
] as const;

const newestLetters = compiledOnce((db, { about }: { about: Placeholder<string[]> }) =>
  db
    .selectFrom('letters')
    .modifyFront(pinPlan)
    .select(stateColumns)
    .select((letter) => letter.ref('about').$notNull().as('about'))
    .distinctOn('about')
    .where(sql<boolean>`about = any(${about}::text[])`)
    .orderBy('about')
    .orderBy('id', 'desc'),
);

/** The newest letter for each `about` key. */
export const listLettersAbout = async (db: Tx, about: string[]) => {
  if (about.length === 0) return new Map<string, never>();
  const rows = await newestLetters(db, { about });
  return new Map(rows.map((row) => [row.about, row]));
};

export const findLetterAbout = async (db: Tx, about: string) =>
  (await listLettersAbout(db, [about])).get(about) ?? null;

export const listLetters = async (db: Tx, ids: number[]) => {
  if (ids.length === 0) return new Map<number, never>();
  const rows = await db
    .selectFrom('letters')
    .select('id')
    .select(stateColumns)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

export type LetterRow = Omit<NonNullable<Awaited<ReturnType<typeof findLetterAbout>>>, 'about'>;

/** For /metrics: how many letters are pending, the age of the oldest, and how many were sent or given up recently. */
export const countLetters = async (
  db: Tx,
  { now, hourAgo, dayAgo }: { now: Date; hourAgo: Date; dayAgo: Date },
) => {
  const { rows } = await sql<{ waiting: number; oldestSeconds: number; sent: number; failed: number }>`
    select (select count(*)::int from letters where sent_at > ${hourAgo}) as sent,
      (select count(*)::int from letters where failed_at > ${dayAgo}) as failed,
      count(*)::int as waiting,
      greatest(coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0), 0)::float8 as oldest_seconds
    from letters where sent_at is null and failed_at is null`.execute(db);
  return rows;
};

interface MailState {
  sentAt: Date | null;
  failedAt: Date | null;
  oldestAt: Date | null;
}

/**
 * The last letter that was sent, the last letter that was given up, and since when the oldest letter has been waiting.
 */
export const findMailState = async (db: Tx): Promise<MailState> => {
  const { rows } = await sql<MailState>`
    select max(sent_at) as sent_at, max(failed_at) as failed_at,
      min(created_at) filter (where sent_at is null and failed_at is null) as oldest_at from letters`.execute(
    db,
  );
  return rows[0] ?? { sentAt: null, failedAt: null, oldestAt: null };
};
