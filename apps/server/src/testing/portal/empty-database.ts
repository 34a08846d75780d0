import { randomUUID } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { openDatabase, openPool } from '../../platform/db/client.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { databaseURL } from './template-database.ts';

/** An empty database with the migrations up to `upTo`, as an older version has it. */
export const emptyDatabase = async (upTo: string) => {
  const admin = openPool(inject('databaseURL'), { max: 1 });
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  const pool = openPool(databaseURL(inject('databaseURL'), name), { max: 3 });
  const db = openDatabase(pool);
  onTestFinished(async () => {
    await db.destroy();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  await migrate(db, pool, upTo);
  return { pool, db };
};
