import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { startWithDoctor, publishEvents } from './behaviour.fixture.ts';
import { runWhenWoken } from './publisher.ts';

test('a task is not run again for a notification that the running task has already handled', async () => {
  let runs = 0;
  let delivered = 0;
  const gate = new EventEmitter();
  const task = async () => {
    runs += 1;
    await once(gate, 'open');
    delivered = 5;
  };
  const { wake, stop } = runWhenWoken(task, () => undefined);
  onTestFinished(stop);
  wake();
  await turn();
  // the notification arrives before the result of the query that caused it
  wake(() => delivered < 5);
  gate.emit('open');
  await turn();
  wake(() => delivered < 5);
  await turn();
  expect(runs).toBe(1);
  wake(() => delivered < 6);
  await turn();
  expect(runs).toBe(2);
  gate.emit('open');
});

test('the process that numbers events sends the last number with its notification', async () => {
  const { server, doctorListener, to } = await startWithDoctor();
  const { pool, db } = server.context;
  const listener = await pool.connect();
  const payloads: string[] = [];
  listener.on('notification', ({ payload = '' }) => payloads.push(payload));
  await listener.query('listen numbered');
  onTestFinished(() => listener.release(true));
  await publishEvents(server, to, 1, 2);
  await until('both events', () => doctorListener.events.length === 2);
  await until('the notification', () => payloads.length > 0);
  const { lastNumber } = await db.selectFrom('realtimeStream').select('lastNumber').executeTakeFirstOrThrow();
  expect(payloads.at(-1)).toBe(String(lastNumber));
});
