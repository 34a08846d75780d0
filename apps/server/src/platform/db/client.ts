import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Pool, type PoolClient, type PoolConfig, TypeOverrides, types } from 'pg';
import { QUERY_TIMEOUT_MESSAGE } from './unavailable.ts';
import { keepAliveOptions, withServerKeepalives } from './keepalive.ts';
import { keepPlans } from './pinned-plans.ts';
import { endSession } from './end-session.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Tx = Db | Transaction<Database>;

const acronyms: [column: RegExp, property: string, back: RegExp, columnBack: string][] = [
  [/_uuid(?=_|$)/g, 'UUID', /UUID(?=[A-Z]|$)/g, '_uuid'],
  [/_uid(?=_|$)/g, 'UID', /UID(?=[A-Z]|$)/g, '_uid'],
  // last of those ending in ID, or it would take the end of the others
  [/_id(?=_|$)/g, 'ID', /ID(?=[A-Z]|$)/g, '_id'],
  [/_url(?=_|$)/g, 'URL', /URL(?=[A-Z]|$)/g, '_url'],
];

/** `patient_id` is `patientID` in the code, as in spec.md. */
export const propertyOf = (column: string): string =>
  acronyms
    .reduce((name, [from, to]) => name.replace(from, to), column)
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const columnOf = (property: string): string =>
  acronyms
    .reduce((name, [, , back, column]) => name.replace(back, column), property)
    .replace(/(?<=[a-z0-9])([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);

/** Names come from the code, so they are few, and asked for in every row: a tenth of the API's CPU in a list. */
const remembered = (translate: (name: string) => string): ((name: string) => string) => {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const translated = translate(name);
    known.set(name, translated);
    return translated;
  };
};

const rememberedColumn = remembered(columnOf);
const rememberedProperty = remembered(propertyOf);

class SpecNames extends CamelCasePlugin {
  protected override snakeCase(property: string): string {
    return rememberedColumn(property);
  }
  protected override camelCase(column: string): string {
    return rememberedProperty(column);
  }
}

const asWritten = new TypeOverrides();
/** A bigint of ours is an id or a size: both stay far below 2^53. */
asWritten.setTypeParser(types.builtins.INT8, Number);
/** A calendar day has no time zone: it stays the text `YYYY-MM-DD`. */
asWritten.setTypeParser(types.builtins.DATE, (day) => day);

/** How long somebody waits for a database that is slow, full, gone or silent, before the question is given up. */
export type Timeouts = Pick<
  PoolConfig,
  'connectionTimeoutMillis' | 'idle_in_transaction_session_timeout' | 'statement_timeout' | 'query_timeout'
>;

/**
 * A person waits for the answer: the server stops first and says so; a silent one is left a moment later. A process that is
 * frozen in the middle of its changes loses what it holds before those who want it have given up: it does nothing slow there.
 */
export const REQUEST_TIMEOUTS: Timeouts = {
  idle_in_transaction_session_timeout: 8_000,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 12_000,
  query_timeout: 15_000,
};

/** Sweeping millions of rows takes a while; a worker that hears nothing for longer is cut off. */
export const JOB_TIMEOUTS: Timeouts = { connectionTimeoutMillis: 20_000, query_timeout: 180_000 };

export const openPool = (connectionString: string, options: PoolConfig = {}): Pool => {
  const pool = new Pool({
    ...keepAliveOptions,
    connectionString: withServerKeepalives(connectionString),
    max: 16,
    // a new one is slow until it knows its tables: some stay when nobody asks for ten seconds
    min: 4,
    types: asWritten,
    ...options,
  });
  // an idle connection that the server closes is replaced at the next query; without a listener it would end the process
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    keepPlans(client);
    leaveWhenSilent(client);
  });
  return pool;
};

/** pg gives up the question and keeps the connection, which would let the next one wait behind it. */
const leaveWhenSilent = (client: PoolClient): void => {
  const ask = client.query.bind(client) as (...question: unknown[]) => unknown;
  client.query = ((...question: unknown[]) => {
    const answer = ask(...question);
    if (answer instanceof Promise) {
      answer.catch((cause) => {
        if (cause instanceof Error && cause.message === QUERY_TIMEOUT_MESSAGE)
          void endSession(client as PoolClient & { end(): Promise<void> });
      });
    }
    return answer;
  }) as typeof client.query;
};

export const openDatabase = (pool: Pool): Db =>
  new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new SpecNames({ maintainNestedObjectKeys: true })],
  });
