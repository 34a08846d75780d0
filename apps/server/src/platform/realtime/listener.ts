import pg from 'pg';
import type { Context } from '../context.ts';
import { keepAliveOptions } from '../db/keepalive.ts';
import { closeConnection } from '../db/connection.ts';

const RECONNECT_MS = 500;
/** A connection that was lost without a TCP reset is detected by a query. */
const PROBE_EVERY_MS = 5_000;
const TIMEOUT_MS = 5_000;

export interface Notification {
  channel: string;
  payload: string;
}

/**
 * A database connection that only listens. Calls `wake` with each notification, and calls it without a notification after
 * connecting and reconnecting.
 */
export const listenForNotifications = async (
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  channels: string[],
  wake: (notification?: Notification) => void,
): Promise<{ close(): Promise<void> }> => {
  let closed = false;
  let session: pg.Client;
  const open = async (): Promise<void> => {
    session = new pg.Client({
      ...keepAliveOptions,
      connectionString: pool.options.connectionString,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    session.on('error', () => log.warn('the realtime listener lost its database connection'));
    // `end` is emitted for every kind of loss of the connection, also after a failed connect
    session.once('end', () => {
      if (!closed) setTimeout(reopen, RECONNECT_MS).unref();
    });
    session.on('notification', ({ channel, payload = '' }) => wake({ channel, payload }));
    await session.connect();
    for (const channel of channels) await session.query(`listen ${session.escapeIdentifier(channel)}`);
    wake();
  };
  const reopen = () =>
    open().catch((cause) => {
      log.debug({ err: cause }, 'the realtime listener could not reconnect and will retry');
      // the connection may be open if only `listen` failed; closing it emits `end`, which schedules the next attempt
      return closeConnection(session);
    });
  await open();
  const probing = setInterval(() => {
    const probed = session;
    probed.query('select 1').catch((cause) => {
      log.debug({ err: cause }, 'the database does not answer the realtime listener');
      // closing emits `end`, which schedules a new connection
      return closeConnection(probed);
    });
  }, PROBE_EVERY_MS).unref();
  return {
    async close() {
      closed = true;
      clearInterval(probing);
      await session.end();
    },
  };
};
