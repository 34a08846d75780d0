import { Client } from 'pg';
import { withPlanName } from './pinned-plans.ts';
import { QUERY_TIMEOUT_MESSAGE } from './unavailable.ts';

/**
 * A connection of a pool (node-postgres, option `Client`), for Kysely and for everything else that uses the pool. It runs
 * queries marked with `pinPlan` as named prepared statements, and closes after a query timeout. pg itself would reject the
 * query and keep the connection, and the next query would wait behind the unanswered one.
 */
export class Connection extends Client {
  // `never` satisfies the result of every overload of pg; promises, streams and undefined are returned as pg returns them
  override query(...request: unknown[]): never {
    const result: unknown = Reflect.apply(super.query, this, withPlanName(request));
    if (result instanceof Promise) result.catch((cause) => this.#closeAfterTimeout(cause));
    return result as never;
  }

  #closeAfterTimeout(cause: unknown): void {
    if (cause instanceof Error && cause.message === QUERY_TIMEOUT_MESSAGE) void closeConnection(this);
  }
}

/**
 * Closes a connection that may be broken; while a query is pending, pg destroys the socket instead of waiting for the
 * answer. Errors are ignored, since the connection to an unreachable server is already lost.
 */
export const closeConnection = (connection: Pick<Client, 'end'>): Promise<void> =>
  connection.end().catch(() => undefined);
