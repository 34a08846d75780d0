import { statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ImportOutcome, ImportRowState } from '@snimok/contract/reception/archive-import-values';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type ImportRow, listProblemsPage } from './import-queries.ts';
import { shareOfDay } from './running/rate-and-hours.ts';
import { countRows, sumRows } from './study-queries.ts';

/** Counts of an import, and how much time and space the rest of it takes. */
export const totalsOf = async (context: Context, row: ImportRow) => {
  const { db } = context;
  const { bytes, doneBytes, ...counts } = await sumRows(db, row.id);
  const outcomes = new Map((await countRows(db, row.id, 'outcome')).map((one) => [one.outcome, one.count]));
  const states = new Map((await countRows(db, row.id, 'state')).map((one) => [one.state, one.count]));
  const { totalCount: problems } = await listProblemsPage(db, row.id, { offset: 0, limit: 0 });
  const left = Math.max(0, bytes - doneBytes);
  return {
    ...counts,
    problems,
    outcomes: countsOf(ImportOutcome.options, outcomes),
    states: countsOf(ImportRowState.options, states),
    bytes,
    doneBytes,
    estimatedSeconds: secondsFor(left, row),
    neededBytes: Math.ceil(left * (1 + (await derivedShare(db)))),
    freeBytes: await freeBytes(context),
  };
};

const countsOf = <Name extends string>(names: readonly Name[], counts: Map<string, number>) =>
  Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0])) as Record<Name, number>;

const secondsFor = (bytes: number, row: ImportRow): number | null => {
  const rates = [row.measuredBytesSecond, row.rateBytesSecond].flatMap((rate) => rate ?? []);
  if (row.measuredBytesSecond === null) return null;
  return Math.ceil(bytes / Math.min(...rates) / shareOfDay(row));
};

/** How many bytes of derived data, mainly renditions, the portal has for each byte of a study. */
const derivedShare = async (db: Tx): Promise<number> => {
  const { rows } = await sql<{ share: number | null }>`
    select (sum(v.size_bytes) / nullif(sum(o.size_bytes), 0))::float8 as share
    from object_views v join objects o on o.id = v.object_id where v.size_bytes is not null`.execute(db);
  return rows[0]?.share ?? 0;
};

/** Null for a bucket, which does not say it. */
const freeBytes = async ({ storage, config: { storageURL } }: Context): Promise<number | null> => {
  if (storage.kind !== 'local') return null;
  const { bavail, bsize } = await statfs(fileURLToPath(new URL(storageURL)));
  return bavail * bsize;
};
