import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';

interface Event {
  id: number;
  /** every column as the database writes it, in a fixed order */
  text: string;
}

const BATCH = 2_000;
/** Transactions commit out of the order of their ids; none stays open while so many others come after it. */
const LATE_IDS = 100_000;
const FIRST: Buffer = Buffer.alloc(32);

const eventText = sql<string>`jsonb_build_array(e.id, extract(epoch from e.at), e.actor_kind, e.actor_id, e.action,
  e.doctor_id, e.patient_id, e.study_id, e.address, e.details)::text`;

const linkHash = (before: Buffer, { text }: Event): Buffer =>
  createHash('sha256').update(before).update(text).digest();

/** Links the events that are not linked yet; one at a time in the whole portal. Returns how many. */
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
  const last = await tx
    .selectFrom('auditChain')
    .select(['seq', 'eventID', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { rows: events } = await sql<Event>`
    select e.id, ${eventText} as text from audit_events e
    where e.id > ${(last?.eventID ?? 0) - LATE_IDS}
      and not exists (select 1 from audit_chain c where c.event_id = e.id)
    order by e.id limit ${BATCH}`.execute(tx);
  if (events.length === 0) return 0;
  let [seq, hash] = [last?.seq ?? 0, last?.hash ?? FIRST];
  const links = events.map((event) => {
    seq += 1;
    hash = linkHash(hash, event);
    return { seq, eventID: event.id, hash };
  });
  await tx.insertInto('auditChain').values(links).execute();
  return links.length;
};

export const chainEvents = async ({ db }: Context): Promise<void> => {
  await linkEvents(db);
};

export interface ChainCheck {
  events: number;
  linked: number;
  /** the first link that does not fit, or null when the whole chain holds */
  brokenAt: number | null;
}

/** Goes through the whole chain, a batch at a time. */
export const verifyChain = async (db: Db): Promise<ChainCheck> => {
  let before: Buffer = FIRST;
  let seq = 0;
  let brokenAt: number | null = null;
  for (;;) {
    const { rows } = await sql<Event & { seq: number; hash: Buffer }>`
      select c.seq, c.hash, e.id, ${eventText} as text from audit_chain c left join audit_events e on e.id = c.event_id
      where c.seq > ${seq} order by c.seq limit ${BATCH}`.execute(db);
    for (const link of rows) {
      if (brokenAt === null && (link.seq !== seq + 1 || !linkHash(before, link).equals(link.hash)))
        brokenAt = link.seq;
      before = link.hash;
      seq = link.seq;
    }
    if (rows.length < BATCH) break;
  }
  const { events } = await db
    .selectFrom('auditEvents')
    .select((event) => event.fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow();
  return { events, linked: seq, brokenAt };
};
