import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import type { Context } from '../../platform/context.ts';
import { hasOwner, requiredFiles } from '../../platform/db/stored-artifacts.ts';
import { JOB_PAYLOADS } from '../../platform/jobs/job-tables.ts';
import { hasCode } from '../../platform/outside/storage/disk-errors.ts';
import { ObjectDamaged, ObjectMissing, type StoredObject } from '../../platform/outside/storage/storage.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { Damaged, readChecked } from './copy-checked.ts';
import type { ListedObject } from './folder.ts';
import { isCompletePicture } from './complete-picture.ts';
import type { SavedObjects } from './saved-objects.ts';

const BATCH = 500;
const CONCURRENCY = 4;
/** Younger objects do not count as orphans: objects are written before their rows, whose commit may still come. */
const ORPHAN_MIN_AGE_MS = 60 * 60_000;

interface VerifyOptions {
  /** Compare only sizes, where reading every byte would take too long. */
  quick: boolean;
  print(line: string): void;
  /** Aborted when the check must end soon. */
  signal?: AbortSignal;
}

/** Checks that the object of each row exists and has its hash, and that each object in the stores has a row or job. */
export const verify = async (context: Context, options: VerifyOptions) => {
  const count = { ...(await verifyRows(context, options)), orphans: 0 };
  const before = after(context.clock.now(), -ORPHAN_MIN_AGE_MS);
  for await (const { store, key } of listOrphans(context, before)) {
    count.orphans += 1;
    options.print(`ORPHAN: ${store} ${key}`);
  }
  return count;
};

/** A database, and the stores to which its rows refer. */
interface Verified {
  pool: Pool;
  storage: Readable;
  archive: Readable | null;
}
type Readable = Pick<SavedObjects, 'head' | 'read'>;

/** Checks that the object of each row exists and has its hash. */
export const verifyRows = async (verified: Verified, { quick, print, signal }: VerifyOptions) => {
  const count = { objects: 0, missing: 0, damaged: 0 };
  await forEachConcurrently(listRows(verified.pool), CONCURRENCY, async (row) => {
    signal?.throwIfAborted();
    count.objects += 1;
    const found = await checkObject(verified, row, quick);
    // the object may have been moved or removed since the row was read
    if (found === 'good' || !(await isStillReferenced(verified.pool, row))) return;
    count[found] += 1;
    print(`${found.toUpperCase()}: ${row.store} ${row.key}`);
  });
  return count;
};

const checkObject = async (
  { storage, archive }: Verified,
  row: ListedObject,
  quick: boolean,
): Promise<'good' | 'missing' | 'damaged'> => {
  const store = row.store === 'cold' ? archive : storage;
  try {
    const found = await store?.head(row.key);
    if (!store || !found) return 'missing';
    if (row.sizeBytes !== null && row.sizeBytes !== found.sizeBytes) return 'damaged';
    if (quick) return 'good';
    if (!row.key.startsWith('pictures/')) await readChecked(store, row);
    else if (!isCompletePicture(row.key, await buffer(await store.read(row.key)))) return 'damaged';
    return 'good';
  } catch (cause) {
    if (cause instanceof ObjectMissing) return 'missing';
    // the disk can no longer read the sectors
    if (cause instanceof Damaged || cause instanceof ObjectDamaged || hasCode(cause, 'EIO')) return 'damaged';
    throw cause;
  }
};

const ROWS = `select * from (${requiredFiles}) as files (store, key, "sizeBytes", sha256)`;

/** Reads with a cursor, since a large centre has millions of objects. */
async function* listRows(pool: Pool): AsyncGenerator<ListedObject> {
  const client = await pool.connect();
  try {
    await client.query('begin read only');
    await client.query(`declare rows cursor for ${ROWS}`);
    for (;;) {
      const { rows } = await client.query<Omit<ListedObject, 'isComplete'>>(`fetch ${BATCH} from rows`);
      for (const row of rows) yield { ...row, isComplete: true };
      if (rows.length < BATCH) return;
    }
  } finally {
    await client.query('rollback').finally(() => client.release());
  }
}

const isStillReferenced = async (pool: Pool, { store, key }: ListedObject): Promise<boolean> => {
  const { rowCount } = await pool.query(`select 1 from (${ROWS}) r where store = $1 and key = $2`, [
    store,
    key,
  ]);
  return rowCount !== 0;
};

/**
 * Selects the keys that nothing refers to. The UUID in a key is the id of the object or upload to which the key belongs.
 * Objects that a job or an erasure is going to remove count as referenced, and so does the list of erased patients.
 */
const UNREFERENCED = `
  select a.key from (
    select key, substring(key from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')::uuid as id
    from unnest($1::text[]) as key) a
  where a.key not like 'erasures/%'
    and (${hasOwner}) is not true
    and not exists (select from erasure_objects e where e.object_id = a.id
      and (a.key = any (case $2 when 'cold' then e.cold else e.warm end) or a.key like 'uploads/%'))
    and not exists (select 1 from ${JOB_PAYLOADS} j
      where (j.payload -> $2::text)::jsonb ? a.key
        or (a.key like 'uploads/%' and j.payload ->> 'uploadUUID' = a.id::text))`;

/** The objects in the stores that were written before this time and to which nothing refers. */
export async function* listOrphans(
  { pool, storage, archive }: Pick<Context, 'pool' | 'storage' | 'archive'>,
  before: Date,
): AsyncGenerator<{ store: 'warm' | 'cold'; key: string }> {
  for (const [store, objects] of [['warm', storage] as const, ['cold', archive] as const]) {
    if (!objects) continue;
    for await (const keys of inBatches(objects.list(''), before)) {
      const { rows } = await pool.query<{ key: string }>(UNREFERENCED, [keys, store]);
      for (const { key } of rows) yield { store, key };
    }
  }
}

async function* inBatches(objects: AsyncIterable<StoredObject>, before: Date): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const { key, modifiedAt } of objects) {
    if (modifiedAt > before) continue;
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
