import { openDatabase, openPool } from './client.ts';
import { migrate } from './migrate.ts';

/** A process of the portal that comes to the database just now; its exit code tells whether it found it ready. */
const pool = openPool(process.argv[2] ?? '');
const db = openDatabase(pool);
await pool.query('select 1');
await migrate(db, pool, undefined, process.argv[3]);
await db.destroy();
