import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPool } from '../apps/server/src/platform/db/client.ts';
import { indexURL } from './orthanc-server.ts';

/** Fills Orthanc's empty index with the patients and studies of `orthanc-centre.sql`. */
export const fillOrthanc = async (databaseURL: string): Promise<void> => {
  const pool = openPool(indexURL(databaseURL), { max: 1 });
  try {
    const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
       and tablename in ('resources', 'maindicomtags', 'dicomidentifiers') and indexname not like '%_pkey'`,
    );
    for (const { name } of indexes) await pool.query(`drop index ${name}`);
    await pool.query(await readFile(join(import.meta.dirname, 'orthanc-centre.sql'), 'utf8'));
    for (const { definition } of indexes) await pool.query(definition);
    await pool.query('vacuum analyze');
  } finally {
    await pool.end();
  }
};
