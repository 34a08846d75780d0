import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { columnOf, propertyOf } from './client.ts';
import { describeSchema, schemaFile } from './write-schema.ts';

test('schema.ts describes the migrated database; if not, run `npm run schema`', async () => {
  const { context } = await startServer();
  expect(await readFile(schemaFile, 'utf8')).toBe(await describeSchema(context.db));
});

test('each table and column name survives the translation to a property and back', async () => {
  const { context } = await startServer();
  const { rows } = await context.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'
     union select column_name from information_schema.columns where table_schema = 'public'`,
  );
  expect(rows.length).toBeGreaterThan(50);
  for (const { name } of rows) expect([name, columnOf(propertyOf(name))]).toEqual([name, name]);
});
