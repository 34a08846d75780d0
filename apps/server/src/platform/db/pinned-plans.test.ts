import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startServer } from '../../testing/server.ts';
import { openDatabase, openPool } from './client.ts';
import { pinPlan } from './pinned-plans.ts';

/** One connection, so that what it keeps can be asked of it. */
const oneConnection = async () => {
  const { context } = await startServer();
  const pool = openPool(context.pool.options.connectionString ?? '', { max: 1 });
  const kept = async () => {
    const { rows } = await pool.query<{ statement: string; asked: number }>(
      'select statement, generic_plans + custom_plans as asked from pg_prepared_statements',
    );
    return rows;
  };
  return { context, db: openDatabase(pool), kept };
};

test('the plan of a marked question is kept, and that of no other', async () => {
  const { db, kept } = await oneConnection();
  const named = (name: string) =>
    db.selectFrom('accounts').modifyFront(pinPlan).select('id').where('name', '=', name);
  for (const name of ['Белая', 'линия', "O'Neill"]) await named(name).execute();
  await db.selectFrom('accounts').select('name').where('id', '=', 1).execute();
  expect(await kept()).toEqual([{ statement: named('').compile().sql, asked: 3 }]);
  await db.destroy();
});

test('a kept plan goes on through a newer version’s migration and a transaction that failed', async () => {
  const { context, db, kept } = await oneConnection();
  const ask = (by: typeof db = db) =>
    by
      .selectFrom('tallies')
      .modifyFront(pinPlan)
      .select(['name', 'total'])
      .where('shard', '<', 16)
      .execute();
  const before = await ask();
  await sql`alter table tallies add column note text`.execute(context.db);
  expect(await ask()).toEqual(before);
  const failing = db.transaction().execute(async (tx) => {
    await ask(tx);
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await ask()).toEqual(before);
  expect(await kept()).toHaveLength(1);
  await db.destroy();
});
