import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, openPool } from '../../platform/db/client.ts';
import { startEmbedded } from '../../platform/db/embedded/embedded.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { writeSchema } from '../../platform/db/write-schema.ts';

/** `npm run schema`: writes `db/schema.ts` from a database with all migrations. */
const folder = await mkdtemp(join(tmpdir(), 'snimok-schema-'));
const server = await startEmbedded({ folder, settings: { fsync: 'off' } });
const pool = openPool(server.url);
const db = openDatabase(pool);
try {
  await migrate(db, pool);
  await writeSchema(db);
} finally {
  await db.destroy();
  await server.stop();
  await rm(folder, { recursive: true });
}
