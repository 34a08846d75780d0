import { ASSISTANTS_CHANNEL } from '@snimok/contract/realtime';
import { expect, test } from 'vitest';
import { testRealtimeBehaviour, studyIDsOf, publishEvents } from './behaviour.fixture.ts';
import { startCentrifugo } from '../../testing/centrifugo.ts';
import { channelToken, freshToken, listener } from '../../testing/listener.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

testRealtimeBehaviour(async () => startServer((await startCentrifugo()).settings), 30_000);

test('what was said while Centrifugo was down is told when it is up again, in its order', async () => {
  const centrifugo = await startCentrifugo();
  const server = await startServer(centrifugo.settings);
  const client = await server.as(await server.make.assistant());
  const ear = listener(server.address, { getToken: () => freshToken(client) });
  await ear.connected();
  const getToken = () => channelToken(client, ASSISTANTS_CHANNEL);
  const { subscribed } = await ear.subscribe(ASSISTANTS_CHANNEL, getToken);
  await publishEvents(server, ['assistants'], 1);
  await until('the first', () => ear.heard.length === 1);
  await centrifugo.kill();
  await publishEvents(server, ['assistants'], 2, 3);
  await publishEvents(server, ['assistants'], 4);
  await centrifugo.restart();
  // its history is gone with it, so it says that something may be missing
  await until('the subscription to be back', () => subscribed.length === 2);
  expect(subscribed[1]).toMatchObject({ wasRecovering: true, recovered: false });
  const { db } = server.context;
  await until('nothing to wait', async () => {
    const waiting = await db.selectFrom('publications').select('id').where('number', 'is', null).execute();
    return waiting.length === 0;
  });
  await publishEvents(server, ['assistants'], 5);
  await until('the last', () => studyIDsOf(ear.heard).at(-1) === 5);
  // told before she was back, or after; never twice, never turned about
  const heard = studyIDsOf(ear.heard);
  expect(heard).toEqual([1, 2, 3, 4, 5].filter((number) => heard.includes(number)));
});

test('a Centrifugo that does not know our key is a line in the log, and what was said waits', async () => {
  const centrifugo = await startCentrifugo();
  const server = await startServer({ ...centrifugo.settings, CENTRIFUGO_API_KEY: 'another' });
  await publishEvents(server, ['assistants'], 1);
  await until('the line', () => server.logged.some((line) => line.includes('Centrifugo answers 401')));
  const { db } = server.context;
  const waiting = await db.selectFrom('publications').select('number').execute();
  expect(waiting).toEqual([{ number: null }]);
});
