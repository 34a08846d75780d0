import { openDatabase, openPool } from './client.ts';
import { migrate } from './migrate.ts';

/** A process of the portal that migrates the database at its start; the exit code is 0 if that succeeds. */
const pool = openPool(process.argv[2] ?? '');
const db = openDatabase(pool);
await pool.query('select 1');
await migrate(db, pool, undefined, process.argv[3]);
await db.destroy();
