import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { currentRequestID } from '../../platform/logging/request-context.ts';

/** More than the database pool has connections, so that requests compete for them. */
const CONCURRENCY = 40;

/** The n-th address of 198.18.0.0/16, which is reserved for benchmarks (RFC 2544). */
export const addressOf = (n: number): string => `198.18.${(n >> 8) & 255}.${n & 255}`;

/**
 * Injects `tries` requests from `addresses` client addresses, without sockets but through every hook of the portal.
 * Returns the number of responses by status. Fails if a 429 has no Retry-After.
 */
export const sendGuesses = async (
  app: FastifyInstance,
  { tries, addresses }: { tries: number; addresses: number },
  requestOf: (n: number) => InjectOptions,
): Promise<Record<number, number>> => {
  const countByStatus: Record<number, number> = {};
  let next = 0;
  const sender = async () => {
    for (let n = next++; n < tries; n = next++) {
      const { statusCode, headers } = await app.inject({
        remoteAddress: addressOf(n % addresses),
        ...requestOf(n),
      });
      if (statusCode === 429 && !(Number(headers['retry-after']) > 0))
        throw new Error('429 without Retry-After');
      countByStatus[statusCode] = (countByStatus[statusCode] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sender));
  return countByStatus;
};

/**
 * The SQL statements that HTTP requests execute while `work` runs, in order, without parameters. Statements of periodic
 * work belong to no request and are left out.
 */
export const statementsDuring = async (pool: Pool, work: () => Promise<unknown>): Promise<string[]> => {
  const statements: string[] = [];
  const watched = new Map<PoolClient, PoolClient['query']>();
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return;
    const query = client.query;
    watched.set(client, query);
    client.query = ((...args: Parameters<typeof query>) => {
      const [first] = args as unknown as [string | { text: string }];
      if (currentRequestID()) statements.push(typeof first === 'string' ? first : first.text);
      return query.apply(client, args);
    }) as typeof query;
  };
  pool.on('acquire', watch);
  try {
    await work();
  } finally {
    pool.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
  }
  return statements;
};
