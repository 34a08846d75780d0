import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const STARTING_UP = '57P03';
const UNIQUE_VIOLATION = '23505';

/**
 * Checks that this PostgreSQL, embedded or at DATABASE_URL, is new enough and can search and sort Russian names. Throws
 * an error of one line otherwise. Changes nothing in the database.
 */
export async function checkServer(server: string | pg.ClientBase): Promise<void> {
  if (typeof server !== 'string') return checkConnected(server);
  const client = await connect(server);
  try {
    await checkConnected(client);
  } finally {
    await client.end();
  }
}

/** Retries for up to a minute while the server is starting up, e.g. recovering from a crash. */
async function connect(url: string) {
  for (const deadline = Date.now() + 60_000; ; await sleep(100)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => {}); // a lost connection also rejects the pending query
    try {
      await client.connect();
      return client;
    } catch (cause) {
      await client.end().catch(() => {});
      if ((cause as pg.DatabaseError).code === STARTING_UP && Date.now() < deadline) continue;
      throw new Error(`Cannot connect to PostgreSQL at ${client.host}:${client.port}: ${messageOf(cause)}.`, {
        cause,
      });
    }
  }
}

/** Node's error for a connection refused by several addresses has no message. */
const messageOf = (cause: unknown) => (cause as Error).message || (cause as NodeJS.ErrnoException).code;

async function checkConnected(client: pg.ClientBase) {
  const { rows } = await client.query<ServerFacts>(FACTS);
  const { version, versionNumber, encoding, russianSorting, foldsCase } = rows[0]!;
  if (versionNumber < 150_000)
    throw new Error(`PostgreSQL 15 or newer is needed; this server is ${version}.`);
  if (encoding !== 'UTF8') throw new Error(`The database must be in UTF8; this one is in ${encoding}.`);
  if (!russianSorting) {
    throw new Error(
      'This PostgreSQL is built without ICU: it has no collation "ru-RU-x-icu" to sort Russian names.',
    );
  }
  const trigrams = await cyrillicTrigrams(client);
  if (!foldsCase || trigrams === 0) {
    throw new Error(
      'This database does not recognise Russian letters, so searching names would find nothing: create it with a UTF-8 ' +
        `locale, for example CREATE DATABASE … TEMPLATE template0 LOCALE 'C.UTF-8'.`,
    );
  }
}

interface ServerFacts {
  version: string;
  versionNumber: number;
  encoding: string;
  russianSorting: boolean;
  foldsCase: boolean;
}

const FACTS = `
  SELECT current_setting('server_version') AS version,
         current_setting('server_version_num')::int AS "versionNumber",
         current_setting('server_encoding') AS encoding,
         EXISTS (SELECT FROM pg_collation WHERE collname = 'ru-RU-x-icu') AS "russianSorting",
         lower('ИВАНОВ') = 'иванов' AS "foldsCase"`;

/** Number of trigrams in a Russian word. pg_trgm is created if it is missing, and rolled back afterwards. */
async function cyrillicTrigrams(client: pg.ClientBase): Promise<number> {
  await client.query('BEGIN');
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    const { rows } = await client.query<{ schema: string }>(
      `SELECT quote_ident(nspname) AS schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
        WHERE extname = 'pg_trgm'`,
    );
    const shown = await client.query<{ count: number }>(
      `SELECT cardinality(${rows[0]!.schema}.show_trgm('Иванов')) AS count`,
    );
    return shown.rows[0]!.count;
  } catch (cause) {
    if ((cause as pg.DatabaseError).code === UNIQUE_VIOLATION) {
      await client.query('ROLLBACK');
      return await cyrillicTrigrams(client); // another process has just created it
    }
    throw new Error(`PostgreSQL's extension pg_trgm is required and cannot be used: ${messageOf(cause)}.`, {
      cause,
    });
  } finally {
    await client.query('ROLLBACK');
  }
}
