import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/client.ts';
import { periodicJob } from '../jobs/jobs.ts';

interface Event {
  id: number;
  /** all columns in a fixed order, as JSON text made by the database */
  text: string;
}

const BATCH = 2_000;
/** Events do not become visible in the order of their ids; one may become visible after this many higher ids. */
const MAX_ID_LAG = 100_000;
export const INITIAL_HASH: Buffer = Buffer.alloc(32);

/** SQL: the text of the event `e`, which is hashed together with the previous hash. */
export const eventText = sql<string>`jsonb_build_array(e.id, extract(epoch from e.at), e.actor_kind, e.actor_id, e.action,
  e.doctor_id, e.patient_id, e.study_id, e.address, e.details)::text`;

export const linkHash = (previous: Buffer, { text }: Pick<Event, 'text'>): Buffer =>
  createHash('sha256').update(previous).update(text).digest();

/** Adds the events that are not in the chain yet, under an advisory lock. Returns how many. */
export const linkEvents = async (db: Db): Promise<number> => {
  let linked = 0;
  for (;;) {
    const count = await db.transaction().execute(linkBatch);
    linked += count;
    if (count < BATCH) return linked;
  }
};

const linkBatch = async (tx: Tx): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit chain', 0))`.execute(tx);
  const last = await findLastLink(tx);
  const { rows: events } = await sql<Event>`
    select e.id, ${eventText} as text from audit_events e
    where e.id > ${(last?.eventID ?? 0) - MAX_ID_LAG}
      and not exists (select 1 from audit_chain c where c.event_id = e.id)
    order by e.id limit ${BATCH}`.execute(tx);
  if (events.length === 0) return 0;
  let seq = last?.seq ?? 0;
  let hash = last?.hash ?? INITIAL_HASH;
  const links = events.map((event) => {
    seq += 1;
    hash = linkHash(hash, event);
    return { seq, eventID: event.id, hash };
  });
  await tx.insertInto('auditChain').values(links).execute();
  return links.length;
};

export const findLastLink = (db: Tx) =>
  db
    .selectFrom('auditChain')
    .select(['seq', 'eventID', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

export const chainAudit = periodicJob('chain-audit', async ({ db }) => {
  await linkEvents(db);
});
