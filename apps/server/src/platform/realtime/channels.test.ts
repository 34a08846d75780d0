import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { publishEvents, startWithDoctor } from './behaviour.fixture.ts';
import { isRepetition } from './channels.ts';

/** Collects the notifications of these channels. */
const startListening = async (
  { context }: Awaited<ReturnType<typeof startWithDoctor>>['server'],
  channels: string[],
) => {
  const listener = await context.pool.connect();
  onTestFinished(() => listener.release(true));
  const received: { channel: string; payload: string }[] = [];
  listener.on('notification', ({ channel, payload = '' }) => received.push({ channel, payload }));
  for (const channel of channels) await listener.query(`listen ${channel}`);
  return received;
};

test('a publication notifies processes of the previous version, and those of this version only once', async () => {
  const { server, to } = await startWithDoctor();
  const received = await startListening(server, ['announced', 'publications_added']);
  await publishEvents(server, to, 1, 2);
  await until('both notifications', () => received.length >= 2);
  expect(received.map(({ channel }) => channel).toSorted()).toEqual(['announced', 'publications_added']);
  expect(received.filter((notification) => !isRepetition(notification))).toHaveLength(1);
});

test('a notification of the previous version, or of the trigger on sessions, does not count as a repetition', async () => {
  const { server, client } = await startWithDoctor();
  expect(isRepetition({ channel: 'announced', payload: '' })).toBe(false);
  const received = await startListening(server, ['announced']);
  await client.send('DELETE', '/auth/token');
  await until('a notification of the trigger', () =>
    received.some((notification) => !isRepetition(notification)),
  );
});
