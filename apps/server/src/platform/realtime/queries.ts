import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import { pinPlan } from '../db/pinned-plans.ts';
import type { Publication } from '../outside/realtime/realtime.ts';
import { NUMBERED } from './channels.ts';

/** How long a disconnected client can recover missed publications; after that it must reload everything. */
const RETENTION = '1 hour';

export const findStream = (db: Tx) =>
  db.selectFrom('realtimeStream').select(['epoch', 'lastNumber']).executeTakeFirstOrThrow();

/** Locks the stream's row, so that only one process at a time numbers publications. */
export const lockStream = (tx: Tx) =>
  tx
    .selectFrom('realtimeStream')
    .modifyFront(pinPlan)
    .select(['epoch', 'lastNumber'])
    .forUpdate()
    .executeTakeFirstOrThrow();

const columns = ['id', 'channel', 'event', 'endedSession'] as const;

/** Publications that are committed and not numbered yet. */
export const listWaiting = (tx: Tx, limit: number) =>
  tx
    .selectFrom('publications')
    .modifyFront(pinPlan)
    .select(columns)
    .where('number', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();

export const isAnyWaiting = async (db: Tx): Promise<boolean> =>
  (
    await db
      .selectFrom('publications')
      .modifyFront(pinPlan)
      .select('id')
      .where('number', 'is', null)
      .limit(1)
      .execute()
  ).length > 0;

/** Numbers publications from `lastNumber` + 1 and wakes all processes; one query, to hold the stream's lock briefly. */
export const assignNumbers = async (tx: Tx, ids: number[], lastNumber: number): Promise<void> => {
  await sql`${pinPlan} with numbered as (
      update publications set number = ${lastNumber}::bigint + given.rank
      from unnest(${ids}::bigint[]) with ordinality as given (id, rank)
      where publications.id = given.id
    ), moved as (
      update realtime_stream set last_number = ${lastNumber + ids.length}
    )
    select pg_notify(${NUMBERED}, '')`.execute(tx);
};

/** Locks the stream, numbers waiting publications, wakes all processes and returns the numbered ones in order. */
export const numberWaiting = async (db: Tx, limit: number): Promise<Publication[]> => {
  const { rows } = await sql<Publication>`
    select ${pinPlan} id, channel, event, ended_session, number from number_waiting(${limit}) order by number`.execute(
    db,
  );
  return rows;
};

const numberedPublications = (db: Tx) =>
  db
    .selectFrom('publications')
    .modifyFront(pinPlan)
    .select([...columns, 'number'])
    .orderBy('number')
    .$narrowType<{ number: number }>();

export const listAfter = (db: Tx, after: number, limit: number): Promise<Publication[]> =>
  numberedPublications(db).where('number', '>', after).limit(limit).execute();

export const listOfChannel = (
  db: Tx,
  channel: string,
  after: number,
  upTo: number,
  limit: number,
): Promise<Publication[]> =>
  numberedPublications(db)
    .where('channel', '=', channel)
    .where('number', '>', after)
    .where('number', '<=', upTo)
    .where('event', 'is not', null)
    .limit(limit)
    .execute();

/** Whether a publication of the channel after that number has been deleted. */
export const hasSweptAfter = async (db: Tx, channel: string, after: number): Promise<boolean> => {
  const swept = await db
    .selectFrom('sweptChannels')
    .select('lastNumber')
    .where('channel', '=', channel)
    .executeTakeFirst();
  return swept !== undefined && swept.lastNumber > after;
};

/**
 * Deletes delivered publications that are too old to recover, and stores the last deleted number of each channel. A
 * publication without a number still waits for its delivery and is kept, because clients would not notice its absence.
 */
export const sweepPublications = async (db: Tx): Promise<void> => {
  await sql`with swept as (
      delete from publications
      where announced_at < now() - ${RETENTION}::interval and number is not null
      returning channel, number
    )
    insert into swept_channels (channel, last_number)
    select channel, max(number) from swept group by channel
    on conflict (channel) do update
      set last_number = greatest(swept_channels.last_number, excluded.last_number)`.execute(db);
};
