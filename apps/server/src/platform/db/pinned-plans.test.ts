import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { openDatabase, openPool } from './client.ts';
import { pinPlan } from './pinned-plans.ts';

/** A pool of one connection, so that its prepared statements can be listed. */
const openOneConnection = async () => {
  const { context } = await startServer();
  const pool = openPool(context.pool.options.connectionString ?? '', { max: 1 });
  const listPrepared = async () => {
    const { rows } = await pool.query<{ statement: string; runs: number }>(
      'select statement, generic_plans + custom_plans as runs from pg_prepared_statements',
    );
    return rows;
  };
  return { context, pool, db: openDatabase(pool), listPrepared };
};

test('a query marked with pinPlan becomes a prepared statement, others do not', async () => {
  const { db, listPrepared } = await openOneConnection();
  const byName = (name: string) =>
    db.selectFrom('accounts').modifyFront(pinPlan).select('id').where('name', '=', name);
  for (const name of ['Белая', 'линия', "O'Neill"]) await byName(name).execute();
  await db.selectFrom('accounts').select('name').where('id', '=', 1).execute();
  expect(await listPrepared()).toEqual([{ statement: byName('').compile().sql, runs: 3 }]);
  await db.destroy();
});

test('a query marked with pinPlan becomes a prepared statement also when it is sent through the pool', async () => {
  const { db, pool, listPrepared } = await openOneConnection();
  const query = db
    .selectNoFrom((fields) => fields.val(7).as('seven'))
    .modifyFront(pinPlan)
    .compile();
  expect((await pool.query(query.sql, [7])).rows).toEqual([{ seven: '7' }]);
  expect(await listPrepared()).toHaveLength(1);
  await db.destroy();
});

test('a pinned plan survives a migration by a newer version and a failed transaction', async () => {
  const { context, db, listPrepared } = await openOneConnection();
  const listTallies = (by: typeof db = db) =>
    by.selectFrom('tallies').modifyFront(pinPlan).select(['name', 'total']).where('shard', '<', 16).execute();
  const before = await listTallies();
  await sql`alter table tallies add column note text`.execute(context.db);
  expect(await listTallies()).toEqual(before);
  const failing = db.transaction().execute(async (tx) => {
    await listTallies(tx);
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await listTallies()).toEqual(before);
  expect(await listPrepared()).toHaveLength(1);
  await db.destroy();
});
