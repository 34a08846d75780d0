import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { dayIn } from '../time-and-sizes/calendar.ts';
import { findLastLink, INITIAL_HASH, linkEvents } from './chain.ts';
import { fingerprintOf, sign, signingKeyOf } from './signing.ts';

/** The end of the chain at one moment. Its JSON text is signed. */
const Head = z.object({
  /** counted from 1, without gaps */
  number: z.int().positive(),
  at: z.iso.datetime(),
  /** the number of the last link, which is also the number of linked records */
  seq: z.int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** the SHA-256 of the text of the previous head; null in the first head */
  previous: z.string().nullable(),
  /** the fingerprint of the public key */
  key: z.string(),
});
type Head = z.infer<typeof Head>;

/** A head as it is stored and exported. `text` is the signed text: serializing the head again might change it. */
export interface SignedHead {
  head: Head;
  text: string;
  signature: Buffer;
}

export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Null if the text is not a head. */
export const readHead = (text: string): Head | null => {
  try {
    return Head.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

type Signing = Pick<Context, 'db' | 'clock' | 'secrets'>;

/** Signs the present end of the chain. Null if another process has signed a head at the same time. */
export const signHead = async (context: Signing): Promise<SignedHead | null> =>
  addHead(context, await findLastHead(context.db));

/** Signs the first head of each day. */
export const signDailyHead = async (context: Context): Promise<void> => {
  const { db, clock, config } = context;
  const last = await findLastHead(db);
  const day = (at: Date) => dayIn(config.timeZone, at);
  if (!last || day(last.at) < day(clock.now())) await addHead(context, last);
};

/** Links the events that are not in the chain yet, and then adds a head after `before`. */
const addHead = async (
  { db, clock, secrets }: Signing,
  before: Awaited<ReturnType<typeof findLastHead>>,
): Promise<SignedHead | null> => {
  await linkEvents(db);
  const key = signingKeyOf(secrets.auditHeads[0]);
  const last = await findLastLink(db);
  const head: Head = {
    number: (before?.number ?? 0) + 1,
    at: clock.now().toISOString(),
    seq: last?.seq ?? 0,
    hash: (last?.hash ?? INITIAL_HASH).toString('hex'),
    previous: before ? hashOfText(before.text) : null,
    key: fingerprintOf(key.publicKey),
  };
  const text = JSON.stringify(head);
  const signature = sign(text, key);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('auditHeads')
    .values({ number: head.number, at: new Date(head.at), text, signature })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n ? { head, text, signature } : null;
};

const findLastHead = (db: Tx) =>
  db
    .selectFrom('auditHeads')
    .select(['number', 'at', 'text'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The heads after a number, oldest first. */
export const listHeads = async (db: Db, after: number, limit: number) => {
  const rows = await db
    .selectFrom('auditHeads')
    .select(['number', 'text', 'signature'])
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows;
};

/** The last row of the audit history that a receiver has received; null if it has received none. */
export const findCursor = async (db: Tx, receiver: 'heads' | 'syslog'): Promise<number | null> => {
  const row = await db
    .selectFrom('auditCursors')
    .select('position')
    .where('receiver', '=', receiver)
    .executeTakeFirst();
  return row?.position ?? null;
};

/** Moves a cursor forward. It never goes back, even if the slower of two workers reports last. */
export const moveCursor = async (
  db: Tx,
  receiver: 'heads' | 'syslog',
  position: number,
  at: Date,
): Promise<void> => {
  await db
    .insertInto('auditCursors')
    .values({ receiver, position, updatedAt: at })
    .onConflict((conflict) =>
      conflict.column('receiver').doUpdateSet({
        position: sql`greatest(audit_cursors.position, excluded.position)`,
        updatedAt: at,
      }),
    )
    .execute();
};
