import { expect, onTestFinished, test } from 'vitest';
import { anotherContext } from '../../testing/another.ts';
import { cuttableLine } from '../../testing/cuttable.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { listenForNotifications } from './listener.ts';

test('who listens on a line that fell silent listens again when it is back, and catches up', async () => {
  const server = await startServer();
  const databaseURL = server.context.pool.options.connectionString ?? '';
  const line = await cuttableLine(databaseURL);
  const context = await anotherContext(server, { databaseURL: line.through(databaseURL) });
  let woken = 0;
  const listener = await listenForNotifications(context, ['numbered'], () => (woken += 1));
  onTestFinished(listener.close);
  const tell = () => server.context.pool.query(`select pg_notify('numbered', '')`);
  await tell();
  await until('the first word', () => woken === 2);
  line.fallSilent();
  await tell();
  await until('the silence to be noticed', () =>
    server.logged.some((text) => /lost its connection|listener waits/.test(text)),
  );
  line.mend();
  // by itself, for what was said meanwhile; then by what is said
  await until('it to listen again', () => woken === 3);
  await tell();
  await until('the next word', () => woken === 4);
  expect(woken).toBe(4);
});
