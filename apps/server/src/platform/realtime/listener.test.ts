import { expect, onTestFinished, test } from 'vitest';
import { otherProcessContext } from '../../testing/portal/other-process.ts';
import { startTCPProxy } from '../../testing/requests-and-waiting/tcp-proxy.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { listenForNotifications } from './listener.ts';

test('the listener reconnects when its connection stops answering, and catches up', async () => {
  const server = await startServer();
  const databaseURL = server.context.pool.options.connectionString ?? '';
  const line = await startTCPProxy(databaseURL);
  const context = await otherProcessContext(server, { databaseURL: line.urlThroughProxy(databaseURL) });
  let woken = 0;
  const listener = await listenForNotifications(context, ['numbered'], () => (woken += 1));
  onTestFinished(listener.close);
  const notify = () => server.context.pool.query(`select pg_notify('numbered', '')`);
  await notify();
  await until('the first notification', () => woken === 2);
  line.stall();
  await notify();
  await until('the listener to notice the silence', () =>
    server.logged.some((text) => /lost its database connection|could not reconnect/.test(text)),
  );
  line.reconnect();
  // it is woken once after reconnecting, for notifications that it may have missed, and then by each notification
  await until('the listener to reconnect', () => woken === 3);
  await notify();
  await until('the next notification', () => woken === 4);
  expect(woken).toBe(4);
});
