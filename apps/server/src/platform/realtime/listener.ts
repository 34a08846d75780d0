import pg from 'pg';
import type { Context } from '../context.ts';
import { keepAliveOptions } from '../db/keepalive.ts';
import { endSession } from '../db/end-session.ts';

const RECONNECT_MS = 500;
/** A line that was cut without a word is noticed by asking. */
const PROBE_EVERY_MS = 5_000;
const TIMEOUT_MS = 5_000;

/** A connection that only listens. `wake` is called at every notification, and after each time it was lost. */
export const listenForNotifications = async (
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  channels: string[],
  wake: () => void,
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
    session.on('error', () => log.warn('the realtime listener lost its connection'));
    // `end` follows every way a session can be lost, a failed connect too
    session.once('end', () => {
      if (!closed) setTimeout(reopen, RECONNECT_MS).unref();
    });
    session.on('notification', wake);
    await session.connect();
    for (const channel of channels) await session.query(`listen ${session.escapeIdentifier(channel)}`);
    wake();
  };
  const reopen = () =>
    open().catch((cause) => {
      log.debug({ err: cause }, 'the realtime listener waits');
      // connected, but silent before it listened
      return endSession(session);
    });
  await open();
  const probing = setInterval(() => {
    const probed = session;
    probed.query('select 1').catch((cause) => {
      log.debug({ err: cause }, 'the realtime listener has no answer');
      // `end` follows, and so another session
      return endSession(probed);
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
