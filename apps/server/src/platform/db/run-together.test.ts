import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import type { Db } from './client.ts';
import { executeTogether } from './run-together.ts';

/** Reads the number of patients after having waited for the advisory lock `lock`. */
const countBehindLock = (db: Db, lock: number) =>
  sql<{
    total: number;
  }>`select count(*)::int as total from patients, pg_advisory_xact_lock(${lock}::bigint)`.compile(db);

/** So long that no run of these tests counts as slow, even on a busy machine. */
const LIMIT_MS = 60_000;

const listWaiting = (db: Db) =>
  sql<{
    waiting: number;
  }>`select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`
    .execute(db)
    .then(({ rows }) => rows[0]!.waiting);

const untilWaiting = (db: Db, count: number) =>
  vi.waitFor(async () => expect(await listWaiting(db)).toBe(count), { timeout: 20_000 });

/** Holds the advisory lock until `release`. */
const holdLock = async (db: Db, lock: number) => {
  const free = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(tx);
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  return {
    release: async () => {
      free.resolve();
      await holder;
    },
  };
};

test('calls that arrive while a query runs share the next run, which sees what was committed before them', async () => {
  const { make, context } = await startServer();
  const { db } = context;
  await make.patient();
  const holder = await holdLock(db, 1);

  const running = executeTogether(db, countBehindLock(db, 1), LIMIT_MS);
  const waiting = [1, 2, 3].map(() => executeTogether(db, countBehindLock(db, 1), LIMIT_MS));
  await make.patient();
  const afterCommit = executeTogether(db, countBehindLock(db, 1), LIMIT_MS);
  const ofOthers = await executeTogether(db, countBehindLock(db, 2));
  await holder.release();

  const [first, ...later] = await Promise.all([running, ...waiting, afterCommit]);
  expect(later.map((rows) => rows === later[0])).toEqual([true, true, true, true]);
  expect(later[0]).not.toBe(first);
  expect(later[0]).toEqual([{ total: 2 }]);
  expect(ofOthers).toEqual([{ total: 2 }]);
});

test('a slow run does not delay the next', async () => {
  const { context } = await startServer();
  const { db } = context;
  const holder = await holdLock(db, 3);
  const both = [executeTogether(db, countBehindLock(db, 3)), executeTogether(db, countBehindLock(db, 3))];
  await untilWaiting(db, 2);
  await holder.release();
  await Promise.all(both);
});

test('a failed run does not fail the next, and a transaction does not share runs with other calls', async () => {
  const { make, context } = await startServer();
  const { db } = context;
  // it counts the patients that exist when it begins to wait for the lock
  const divide = sql<{ value: number }>`select 1 / count(patients.id)::int as value
    from pg_advisory_xact_lock_shared(4::bigint) left join patients on true`.compile(db);
  const holder = await holdLock(db, 4);
  const failing = expect(executeTogether(db, divide, LIMIT_MS)).rejects.toThrow('division by zero');
  await untilWaiting(db, 1);
  await make.patient();
  const next = executeTogether(db, divide, LIMIT_MS);
  await holder.release();
  await failing;
  expect(await next).toEqual([{ value: 1 }]);
  expect(await executeTogether(db, divide, LIMIT_MS)).toEqual([{ value: 1 }]);

  const unnamed = sql<{
    total: number;
  }>`select count(*)::int as total from patients where name = 'Иной'`.compile(db);
  await db.transaction().execute(async (tx) => {
    await sql`update patients set name = 'Иной'`.execute(tx);
    const both = [await executeTogether(tx, unnamed), await executeTogether(db, unnamed)];
    expect(both).toEqual([[{ total: 1 }], [{ total: 0 }]]);
  });
});
