import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Pool, type PoolConfig, TypeOverrides, types } from 'pg';
import { Connection } from './connection.ts';
import { connectionOptions } from './keepalive.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Tx = Db | Transaction<Database>;

const acronyms: [column: RegExp, property: string, back: RegExp, columnBack: string][] = [
  [/_uuid(?=_|$)/g, 'UUID', /UUID(?=[A-Z]|$)/g, '_uuid'],
  [/_uid(?=_|$)/g, 'UID', /UID(?=[A-Z]|$)/g, '_uid'],
  // after UUID and UID, because `ID` also matches their last letters
  [/_id(?=_|$)/g, 'ID', /ID(?=[A-Z]|$)/g, '_id'],
  [/_url(?=_|$)/g, 'URL', /URL(?=[A-Z]|$)/g, '_url'],
];

/** The column `patient_id` is the property `patientID`, as in the API (product 2.2). */
export const propertyOf = (column: string): string =>
  acronyms
    .reduce((name, [from, to]) => name.replace(from, to), column)
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The reverse of `propertyOf`. */
export const columnOf = (property: string): string =>
  acronyms
    .reduce((name, [, , back, column]) => name.replace(back, column), property)
    .replace(/(?<=[a-z0-9])([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);

/** Translating the few names again for every row would take a tenth of the CPU time of a list. */
const memoized = (translate: (name: string) => string): ((name: string) => string) => {
  const cache = new Map<string, string>();
  return (name) => {
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const translated = translate(name);
    cache.set(name, translated);
    return translated;
  };
};

const cachedColumnOf = memoized(columnOf);
const cachedPropertyOf = memoized(propertyOf);

class SpecCamelCasePlugin extends CamelCasePlugin {
  protected override snakeCase(property: string): string {
    return cachedColumnOf(property);
  }
  protected override camelCase(column: string): string {
    return cachedPropertyOf(column);
  }
}

const typeParsers = new TypeOverrides();
/** Our bigints are ids and sizes, both far below 2^53. */
typeParsers.setTypeParser(types.builtins.INT8, Number);
/** `_int8` of pg_type: `{1,2}`. */
const BIGINT_ARRAY = 1016;
typeParsers.setTypeParser(BIGINT_ARRAY, (text) => JSON.parse(`[${text.slice(1, -1)}]`) as number[]);
/** A calendar day has no time zone, so it stays the text `YYYY-MM-DD`. */
typeParsers.setTypeParser(types.builtins.DATE, (day) => day);

/** How long a caller waits for a database that is slow, overloaded or unreachable. */
export type Timeouts = Pick<
  PoolConfig,
  'connectionTimeoutMillis' | 'idle_in_transaction_session_timeout' | 'statement_timeout' | 'query_timeout'
>;

/**
 * The timeouts of requests, for which a person waits. The server cancels a slow statement with a clear error. If the
 * server does not answer, the query fails three seconds later. A process that is suspended in the middle of a
 * transaction loses its locks before the requests that wait for them time out. Only a suspended process leaves a
 * request's transaction idle for so long.
 */
export const REQUEST_TIMEOUTS: Timeouts = {
  idle_in_transaction_session_timeout: 8_000,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 12_000,
  query_timeout: 15_000,
};

/**
 * The timeouts of jobs, whose statements may go through millions of rows. A query that takes longer than this has lost
 * its connection.
 */
export const JOB_TIMEOUTS: Timeouts = { connectionTimeoutMillis: 20_000, query_timeout: 180_000 };

export const openPool = (connectionString: string, options: PoolConfig = {}): Pool => {
  const pool = new Pool({
    ...connectionOptions(connectionString),
    Client: Connection,
    max: 16,
    // further connections close after ten idle seconds; a new one is slow at first, because it reads the catalogue
    min: 4,
    types: typeParsers,
    ...options,
  });
  // the pool replaces a connection that the server closes; without listeners the error would end the process
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

export const openDatabase = (pool: Pool): Db =>
  new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new SpecCamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
