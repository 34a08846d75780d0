import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';

/** Runs an SQL file of this folder; recreating the tables' indexes at the end is faster than updating them row by row. */
export const loadWithoutIndexes = async (
  pool: Pool,
  tables: readonly string[],
  file: string,
): Promise<void> => {
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
     and tablename = any($1) and indexname not like '%_pkey'`,
    [tables],
  );
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  await pool.query(await readFile(join(import.meta.dirname, file), 'utf8'));
  for (const { definition } of indexes) await pool.query(definition);
};
