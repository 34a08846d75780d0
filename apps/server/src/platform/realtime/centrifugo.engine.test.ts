import { ASSISTANTS_CHANNEL } from '@snimok/contract/platform/realtime';
import { expect, test } from 'vitest';
import { testRealtimeBehaviour, studyIDsOf, publishEvents } from './behaviour.fixture.ts';
import { startCentrifugo } from '../../testing/outside/centrifugo.ts';
import { channelToken, newConnectionToken, realtimeClient } from '../../testing/callers/realtime-client.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

testRealtimeBehaviour(async () => startServer((await startCentrifugo()).settings), 30_000);

test('events published while Centrifugo was down arrive in order once it is up again', async () => {
  const centrifugo = await startCentrifugo();
  const server = await startServer(centrifugo.settings);
  const client = await server.as(await server.make.assistant());
  const assistantListener = realtimeClient(server.address, { getToken: () => newConnectionToken(client) });
  await assistantListener.connected();
  const getToken = () => channelToken(client, ASSISTANTS_CHANNEL);
  const { subscribed } = await assistantListener.subscribe(ASSISTANTS_CHANNEL, getToken);
  await publishEvents(server, ['assistants'], 1);
  await until('the first event', () => assistantListener.events.length === 1);
  await centrifugo.kill();
  await publishEvents(server, ['assistants'], 2, 3);
  await publishEvents(server, ['assistants'], 4);
  await centrifugo.restart();
  // Centrifugo lost its history, so it reports that events may be missing
  await until('the new subscription', () => subscribed.length === 2);
  expect(subscribed[1]).toMatchObject({ wasRecovering: true, recovered: false });
  const { db } = server.context;
  await until('all publications to be numbered', async () => {
    const waiting = await db.selectFrom('publications').select('id').where('number', 'is', null).execute();
    return waiting.length === 0;
  });
  await publishEvents(server, ['assistants'], 5);
  await until('the last event', () => studyIDsOf(assistantListener.events).at(-1) === 5);
  // the client misses events that were published before it reconnected; none arrives twice or out of order
  const received = studyIDsOf(assistantListener.events);
  expect(received).toEqual([1, 2, 3, 4, 5].filter((number) => received.includes(number)));
});

test('if Centrifugo refuses the API key, that is logged and publications wait', async () => {
  const centrifugo = await startCentrifugo();
  const server = await startServer({ ...centrifugo.settings, CENTRIFUGO_API_KEY: 'another' });
  await publishEvents(server, ['assistants'], 1);
  await until('the log line', () => server.logged.some((line) => line.includes('Centrifugo answers 401')));
  const { db } = server.context;
  const waiting = await db.selectFrom('publications').select('number').execute();
  expect(waiting).toEqual([{ number: null }]);
});
