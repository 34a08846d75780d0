import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { currentRequestID } from '../platform/request-context.ts';

/** More than the pool has connections, so that the database is what they wait for. */
const CONCURRENCY = 40;

/** Addresses that nobody has (RFC 5737, RFC 2544), as many as wanted. */
export const addressOf = (n: number): string => `198.18.${(n >> 8) & 255}.${n & 255}`;

/**
 * Asks so many times, from so many addresses, past sockets but through every hook of the portal; tells how often each
 * status was answered.
 */
export const sendGuesses = async (
  app: FastifyInstance,
  { tries, addresses }: { tries: number; addresses: number },
  requestOf: (n: number) => InjectOptions,
): Promise<Record<number, number>> => {
  const statusCounts: Record<number, number> = {};
  let next = 0;
  const sender = async () => {
    for (let n = next++; n < tries; n = next++) {
      const { statusCode, headers } = await app.inject({
        remoteAddress: addressOf(n % addresses),
        ...requestOf(n),
      });
      if (statusCode === 429 && !(Number(headers['retry-after']) > 0))
        throw new Error('429 without Retry-After');
      statusCounts[statusCode] = (statusCounts[statusCode] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sender));
  return statusCounts;
};

/**
 * The statements that requests bring to the database while `work` runs, in their order, without their parameters; what the
 * portal asks by the clock is of no request.
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
