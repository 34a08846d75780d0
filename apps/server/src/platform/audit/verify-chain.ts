import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { eventText, INITIAL_HASH, linkHash } from './chain.ts';
import { hashOfText, listHeads, readHead, type SignedHead } from './heads.ts';
import { isSignedBy } from './signing.ts';

interface Link {
  seq: number;
  hash: Buffer;
  eventID: number;
  /** null if the record is missing */
  text: string | null;
}

interface Report {
  events: number;
  linked: number;
  heads: number;
  /** one line each; none if the chain is intact */
  problems: string[];
  /** how many problems are not listed */
  more: number;
}

const BATCH = 2_000;
const MAX_PROBLEMS = 50;

/**
 * Recomputes the hashes of the whole chain, in batches, and compares the chain with the signed heads: those in the database
 * and the exported ones. The exported heads also reveal what the owner of the database has removed or written again.
 */
export const verifyChain = async (
  db: Db,
  { exported = [], keys }: { exported?: readonly SignedHead[]; keys: readonly KeyObject[] },
): Promise<Report> => {
  const problems: string[] = [];
  let found = 0;
  const report = (problem: string) => {
    found += 1;
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const stored = await readStoredHeads(db, report);
  const heads = mergeHeads(stored, exported, report);
  checkHeads(heads, keys, report);
  const linked = await checkLinks(db, heads, report);
  const { events } = await db
    .selectFrom('auditEvents')
    .select((event) => event.fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow();
  if (events > linked)
    report(
      `${events - linked} records are not in the chain: they were inserted later, or their links were removed`,
    );
  return { events, linked, heads: heads.length, problems, more: found - problems.length };
};

type Reporter = (problem: string) => void;

const readStoredHeads = async (db: Db, report: Reporter): Promise<SignedHead[]> => {
  const heads: SignedHead[] = [];
  for (let after = 0; ;) {
    const rows = await listHeads(db, after, BATCH);
    for (const { number, text, signature } of rows) {
      const head = readHead(text);
      if (head?.number === number) heads.push({ head, text, signature });
      else report(`row ${number} of the table audit_heads cannot be read as a head`);
    }
    after = rows.at(-1)?.number ?? after;
    if (rows.length < BATCH) return heads;
  }
};

/** All heads, by number. An exported head that the database lacks is reported as a problem, and is used nevertheless. */
const mergeHeads = (
  stored: readonly SignedHead[],
  exported: readonly SignedHead[],
  report: Reporter,
): SignedHead[] => {
  const known = new Set(stored.map(({ text }) => text));
  const merged = [...stored];
  for (const one of exported) {
    if (known.has(one.text)) continue;
    known.add(one.text);
    merged.push(one);
    report(`head ${nameOf(one)} was exported, and is missing or different in the database`);
  }
  return merged.toSorted((one, other) => one.head.number - other.head.number);
};

const nameOf = ({ head: { number, at } }: SignedHead): string => `${number} of ${at.slice(0, 10)}`;

const checkHeads = (heads: readonly SignedHead[], keys: readonly KeyObject[], report: Reporter): void => {
  let before: SignedHead | undefined;
  for (const one of heads) {
    const { number, previous, key } = one.head;
    if (!isSignedBy(one.text, one.signature, keys))
      report(`head ${nameOf(one)} has no valid signature of a known key (it names the key ${key})`);
    const expected = (before?.head.number ?? 0) + 1;
    if (number > expected) report(`heads ${expected} to ${number - 1} are missing`);
    else if (number === expected && previous !== (before ? hashOfText(before.text) : null))
      report(`head ${nameOf(one)} does not continue the head before it`);
    if (number >= expected) before = one;
  }
};

/** Returns the number of the last link. */
const checkLinks = async (db: Db, heads: readonly SignedHead[], report: Reporter): Promise<number> => {
  const headsAt = Map.groupBy(heads, ({ head }) => head.seq);
  const checkHeadsAt = (seq: number, hash: Buffer) => {
    for (const one of headsAt.get(seq) ?? []) {
      if (one.head.hash !== hash.toString('hex'))
        report(
          `head ${nameOf(one)} has another hash of link ${seq}: records up to this link were written again`,
        );
    }
    headsAt.delete(seq);
  };
  checkHeadsAt(0, INITIAL_HASH);
  let seq = 0;
  let previous: Buffer | null = INITIAL_HASH;
  for (;;) {
    const { rows }: { rows: Link[] } = await sql<Link>`
      select c.seq, c.hash, c.event_id as "eventID", case when e.id is not null then ${eventText} end as text
      from audit_chain c left join audit_events e on e.id = c.event_id
      where c.seq > ${seq} order by c.seq limit ${BATCH}`.execute(db);
    for (const link of rows) {
      const isNext: boolean = link.seq === seq + 1;
      if (!isNext)
        report(`links ${seq + 1} to ${link.seq - 1} are missing: ${link.seq - 1 - seq} records were deleted`);
      if (link.text === null) report(`record ${link.eventID} (link ${link.seq}) was deleted`);
      else if (isNext && previous && !linkHash(previous, { text: link.text }).equals(link.hash))
        report(`record ${link.eventID} (link ${link.seq}) or its link was altered`);
      checkHeadsAt(link.seq, link.hash);
      previous = link.hash;
      seq = link.seq;
    }
    if (rows.length < BATCH) break;
  }
  for (const one of [...headsAt.values()].flat()) {
    if (one.head.seq > seq)
      report(
        `head ${nameOf(one)} names link ${one.head.seq}, and the chain ends at ${seq}: ` +
          `${one.head.seq - seq} records were deleted at the end, or an older backup was restored`,
      );
    else report(`head ${nameOf(one)} names link ${one.head.seq}, which is missing`);
  }
  return seq;
};
