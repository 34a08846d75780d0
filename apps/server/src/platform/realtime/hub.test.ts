import { ASSISTANTS_CHANNEL, userChannel } from '@snimok/contract/realtime';
import { sql } from 'kysely';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket as WebSocketClient } from 'ws';
import { buildApp } from '../../entry/app.ts';
import { channelToken, freshToken, listener } from '../../testing/listener.ts';
import { onSamePort } from '../../testing/same-port.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { cuttableLine } from '../../testing/cuttable.ts';
import { until } from '../../testing/until.ts';
import { studyIDsOf, publishEvents } from './behaviour.fixture.ts';
import { publish } from './publish.ts';
import { sweepPublications } from './queries.ts';

const startWithDoctor = async () => {
  const server = await startServer();
  const doctor = await server.make.doctor();
  const client = await server.as(doctor);
  const ear = listener(server.address, { getToken: () => freshToken(client) });
  await ear.connected();
  const { subscribed } = await ear.subscribe(userChannel(doctor.id));
  return { server, doctor, client, ear, subscribed, to: [{ accountID: doctor.id }] };
};

/** A second API process, as far as anybody can tell from outside. */
const secondProcess = async ({ context }: TestServer) => {
  const app = buildApp(context);
  return { app, address: await app.listen({ host: '127.0.0.1', port: 0 }) };
};

test('two API processes tell their clients the same, and both let go of a session that has ended', async () => {
  const { server, doctor, client, ear, to } = await startWithDoctor();
  const { app, address } = await secondProcess(server);
  const other = listener(address, { getToken: () => freshToken(client) });
  await other.connected();
  await other.subscribe(userChannel(doctor.id));
  await Promise.all([1, 2, 3, 4, 5].map((number) => publishEvents(server, to, number * 10, number * 10 + 1)));
  await until('both to hear', () => ear.heard.length === 10 && other.heard.length === 10);
  expect(studyIDsOf(ear.heard)).toEqual(studyIDsOf(other.heard));
  await client.delete('/auth/token');
  await until('both ends', () => ear.ends.length === 1 && other.ends.length === 1);
  expect(other.ends).toEqual([{ code: 3503, reason: 'force disconnect' }]);
  await app.close();
});

test('a client that the first process has left goes on with the second where it was', async () => {
  const { server, doctor, client, to } = await startWithDoctor();
  const line = { to: await secondProcess(server) };
  const ear = listener(line.to.address, { getToken: () => freshToken(client) });
  await ear.connected();
  const { subscribed } = await ear.subscribe(userChannel(doctor.id));
  await publishEvents(server, to, 1);
  await until('the first', () => ear.heard.length === 1);
  const port = Number(new URL(line.to.address).port);
  await line.to.app.close();
  await until('the end to be felt', () => ear.centrifuge.state === 'connecting');
  await publishEvents(server, to, 2, 3);
  const again = await onSamePort(async () => {
    const app = buildApp(server.context);
    await app.listen({ host: '127.0.0.1', port });
    return app;
  });
  await until('the others', () => ear.heard.length === 3);
  expect(studyIDsOf(ear.heard)).toEqual([1, 2, 3]);
  expect(subscribed.at(-1)).toMatchObject({ wasRecovering: true, recovered: true });
  await again.close();
});

test('who signs out on one computer stays connected on the other', async () => {
  const { server, doctor, client, ear, to } = await startWithDoctor();
  const elsewhere = await server.as(doctor);
  const other = listener(server.address, { getToken: () => freshToken(elsewhere) });
  await other.connected();
  await other.subscribe(userChannel(doctor.id));
  await client.delete('/auth/token');
  await until('the end of the one', () => ear.ends.length === 1);
  await publishEvents(server, to, 1);
  await until('the other to hear', () => other.heard.length === 1);
  expect(other.ends).toEqual([]);
});

test('who was away for longer than anything is kept is told to ask anew, and goes on from there', async () => {
  const { server, doctor, client, to } = await startWithDoctor();
  const line = await cuttableLine(server.address);
  const ear = listener(line.address, { getToken: () => freshToken(client) });
  await ear.connected();
  const { subscribed } = await ear.subscribe(userChannel(doctor.id));
  await publishEvents(server, to, 1);
  await until('the first', () => ear.heard.length === 1);
  line.cut();
  await until('the cut to be felt', () => ear.centrifuge.state === 'connecting');
  await publishEvents(server, to, 2);
  await publishEvents(server, ['assistants'], 3);
  const { db } = server.context;
  await until('it to be numbered', async () => {
    const waiting = await db.selectFrom('publications').select('id').where('number', 'is', null).execute();
    return waiting.length === 0;
  });
  await sql`update publications set announced_at = now() - interval '61 minutes'`.execute(db);
  await sweepPublications(db);
  expect(await db.selectFrom('publications').selectAll().execute()).toEqual([]);
  line.mend();
  await until('the answer', () => subscribed.length === 2);
  expect(subscribed[1]).toMatchObject({ wasRecovering: true, recovered: false });
  await publishEvents(server, to, 4);
  await until('the next', () => ear.heard.length === 2);
  expect(studyIDsOf(ear.heard)).toEqual([1, 4]);
});

test('a quiet channel is recovered however old it is', async () => {
  const { server, doctor, client, ear, subscribed, to } = await startWithDoctor();
  await publishEvents(server, to, 1);
  await until('the first', () => ear.heard.length === 1);
  const { db } = server.context;
  await sql`update publications set announced_at = now() - interval '61 minutes'`.execute(db);
  await sweepPublications(db);
  const { offset, epoch } = { offset: subscribed[0]?.streamPosition?.offset ?? 0, epoch: 'another' };
  const late = listener(server.address, { getToken: () => freshToken(client) });
  await late.connected();
  const seen = await db.selectFrom('sweptChannels').select('lastNumber').executeTakeFirstOrThrow();
  const recover = (since: { offset: number; epoch: string }) => {
    const subscription = late.centrifuge.newSubscription(userChannel(doctor.id), { since });
    const answered = new Promise<boolean>((resolve) => {
      subscription.on('subscribed', ({ recovered }) => resolve(recovered));
    });
    subscription.subscribe();
    return answered.finally(() => late.centrifuge.removeSubscription(subscription));
  };
  const stream = await db.selectFrom('realtimeStream').select('epoch').executeTakeFirstOrThrow();
  expect(await recover({ offset: seen.lastNumber, epoch: stream.epoch })).toBe(true);
  expect(await recover({ offset, epoch: stream.epoch })).toBe(false);
  expect(await recover({ offset: seen.lastNumber, epoch })).toBe(false);
  // of a database that was put back to yesterday
  expect(await recover({ offset: seen.lastNumber + 1000, epoch: stream.epoch })).toBe(false);
});

test('a listener whose database connection was cut listens again, and nothing is lost', async () => {
  const { server, ear, to } = await startWithDoctor();
  const { db } = server.context;
  await publishEvents(server, to, 1);
  await until('the first', () => ear.heard.length === 1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'listen%' and datname = current_database()`.execute(db);
  await publishEvents(server, to, 2);
  await until('the second', () => ear.heard.length === 2);
  await publishEvents(server, to, 3);
  await until('the third', () => ear.heard.length === 3);
  expect(studyIDsOf(ear.heard)).toEqual([1, 2, 3]);
});

test('a page of another site opens no connection', async () => {
  const { server, client } = await startWithDoctor();
  const { cookie } = client;
  const answerTo = (origin: string | null, path = '/connection/websocket') =>
    new Promise<string>((resolve) => {
      const { port, host } = new URL(server.address);
      const socket = connect(Number(port), '127.0.0.1', () => {
        const head = [
          `GET ${path} HTTP/1.1`,
          `Host: ${host}`,
          ...(origin === null ? [] : [`Origin: ${origin}`]),
          `Cookie: ${cookie}`,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ];
        socket.write(`${head.join('\r\n')}\r\n\r\n`);
      });
      socket.once('data', (bytes) => {
        resolve(bytes.toString().split('\r\n')[0] ?? '');
        socket.destroy();
      });
    });
  expect(await answerTo('https://evil.example')).toBe('HTTP/1.1 403 Forbidden');
  expect(await answerTo('null')).toBe('HTTP/1.1 403 Forbidden');
  expect(await answerTo('http://portal.test')).toMatch(/ 101 /);
  expect(await answerTo(server.address)).toMatch(/ 101 /);
  expect(await answerTo(null)).toMatch(/ 101 /);
  expect(await answerTo(server.address, '/api/1/connection/websocket')).toMatch(/ 101 /);
  expect(await answerTo(server.address, '/api/1/auth/token')).toBe('HTTP/1.1 404 Not Found');
});

/** A client that keeps to no protocol. */
const rawClient = async ({ address }: TestServer, first?: object) => {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/connection/websocket`);
  const frames: string[] = [];
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code));
  });
  socket.addEventListener('message', ({ data }) => frames.push(String(data)));
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  if (first) {
    socket.send(JSON.stringify({ id: 1, ...first }));
    await until('an answer', () => frames.length > 0);
  }
  return { socket, frames, closed };
};

test('whoever does not keep to the protocol is shown out', async () => {
  const { server, client } = await startWithDoctor();
  const connectFirst = { connect: { token: await freshToken(client) } };
  const endOf = async (first: object | undefined, ...frames: (string | Uint8Array<ArrayBuffer>)[]) => {
    const { socket, closed } = await rawClient(server, first);
    for (const frame of frames) socket.send(frame);
    return closed;
  };
  expect(await endOf(undefined, 'no JSON')).toBe(3501);
  expect(await endOf(undefined, '{"id":1,"subscribe":{"channel":"#1"}}')).toBe(3501);
  expect(await endOf(undefined, new Uint8Array([1, 2, 3]))).toBe(3501);
  expect(await endOf(undefined, '{"id":1,"connect":{}}')).toBe(3500);
  expect(await endOf(connectFirst, '{"id":2,"connect":{}}')).toBe(3501);
  expect(await endOf(connectFirst, '{"id":2,"nonsense":{}}')).toBe(3501);
  expect(await endOf(connectFirst, 'x'.repeat(70_000))).toBe(1009);
  const flood = '{"id":2,"unsubscribe":{"channel":"#1"}}\n'.repeat(1000);
  expect(await endOf(connectFirst, flood)).toBe(3013);
});

test('a client that reads nothing is cut, and the others hear all the same', async () => {
  const { server, doctor, client, ear } = await startWithDoctor();
  const dull = new WebSocketClient(`${server.address.replace('http', 'ws')}/connection/websocket`);
  const closed = new Promise<number>((resolve) => dull.once('close', resolve));
  dull.on('error', () => undefined);
  await new Promise((resolve) => dull.once('open', resolve));
  const told = new Promise((resolve) => dull.once('message', resolve));
  const commands = [
    { id: 1, connect: { token: await freshToken(client) } },
    { id: 2, subscribe: { channel: userChannel(doctor.id) } },
  ];
  for (const command of commands) dull.send(JSON.stringify(command));
  await told;
  dull.pause();
  const [createdAt, text] = [new Date().toISOString(), 'я'.repeat(200_000)];
  for (let messageID = 1; messageID <= 60; messageID++) {
    const data = { messageID, text, createdAt, isAnswer: true, isRead: false, messageUUID: null };
    await publish(server.context.db, [{ accountID: doctor.id }], { type: 'new_message', data });
  }
  await until('the other to hear all', () => ear.heard.length === 60);
  dull.resume();
  // 1006: it did not even take the close frame in time
  expect([3008, 1006]).toContain(await closed);
});

test('one account has so many connections and no more', async () => {
  const { server, client } = await startWithDoctor();
  const connectFirst = { connect: { token: await freshToken(client) } };
  // one is there already
  const others = await Promise.all(Array.from({ length: 29 }, () => rawClient(server, connectFirst)));
  const one = await rawClient(server);
  one.socket.send(JSON.stringify({ id: 1, ...connectFirst }));
  expect(await one.closed).toBe(3504);
  others[0]?.socket.close();
  await others[0]?.closed;
  await until('room for another', async () => {
    const next = await rawClient(server);
    next.socket.send(JSON.stringify({ id: 1, ...connectFirst }));
    return Promise.race([next.closed.then(() => false), until('a reply', () => next.frames.length > 0)]);
  });
  for (const { socket } of others) socket.close();
});

test('a session that time has ended loses its connection', async () => {
  const { server, ear } = await startWithDoctor();
  server.clock.pass(server.context.config.sessionMaxAgeMs + 1000);
  await until('the end of the connection', () => ear.centrifuge.state !== 'connected');
  await until('her to be told that she is nobody', () => ear.errors.length > 0 || ear.ends.length > 0);
});

test('the worker sweeps what nobody recovers any more', async () => {
  const { server, to } = await startWithDoctor();
  const { db } = server.context;
  await publishEvents(server, to, 1);
  await sql`update publications set announced_at = now() - interval '61 minutes'`.execute(db);
  await server.work();
  await sql`select graphile_worker.add_job('sweep', '{}')`.execute(db);
  await until('the sweep', async () => {
    const left = await db.selectFrom('publications').select('id').execute();
    return left.length === 0;
  });
});

test('one subscribes to a channel once, and renews its token', async () => {
  const server = await startServer();
  const client = await server.as(await server.make.assistant());
  const { frames, socket } = await rawClient(server, { connect: { token: await freshToken(client) } });
  const token = await channelToken(client, ASSISTANTS_CHANNEL);
  socket.send(JSON.stringify({ id: 2, subscribe: { channel: ASSISTANTS_CHANNEL, token } }));
  await until('the subscription', () => frames.some((frame) => frame.includes('"id":2')));
  socket.send(JSON.stringify({ id: 3, subscribe: { channel: ASSISTANTS_CHANNEL, token } }));
  await until('the refusal of a second', () => frames.some((frame) => frame.includes('"code":105')));
  socket.send(JSON.stringify({ id: 4, sub_refresh: { channel: ASSISTANTS_CHANNEL, token } }));
  await until('the renewal', () =>
    frames.some((frame) => /"id":4,"sub_refresh":\{"expires":true/.test(frame)),
  );
  socket.close();
});
