import { ASSISTANTS_CHANNEL, userChannel } from '@snimok/contract/platform/realtime';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket as WebSocketClient } from 'ws';
import { channelToken, newConnectionToken } from '../../testing/callers/realtime-client.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { startWithDoctor } from './behaviour.fixture.ts';
import { publish } from './publish.ts';

test('a page of another site cannot connect', async () => {
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

/** A client that can send arbitrary frames; connects with `first` if given. */
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
    await until('the reply', () => frames.length > 0);
  }
  return { socket, frames, closed };
};

test('a client that violates the protocol is disconnected', async () => {
  const { server, client } = await startWithDoctor();
  const connectFirst = { connect: { token: await newConnectionToken(client) } };
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

test('a connection receives heartbeats with the time until the next', async () => {
  const { server, client } = await startWithDoctor();
  const { frames } = await rawClient(server, { connect: { token: await newConnectionToken(client) } });
  const beats = () =>
    frames.filter((frame) => frame.includes('heartbeatMs')).map((frame) => JSON.parse(frame));
  await until('two heartbeats', () => beats().length >= 2);
  expect(beats()[0]).toEqual({ push: { message: { data: { heartbeatMs: 2000 } } } });
});

test('a client that does not read is disconnected, and the others still receive all events', async () => {
  const { server, doctor, client, doctorListener } = await startWithDoctor();
  const stalled = new WebSocketClient(`${server.address.replace('http', 'ws')}/connection/websocket`);
  const closed = new Promise<number>((resolve) => stalled.once('close', resolve));
  stalled.on('error', () => undefined);
  await new Promise((resolve) => stalled.once('open', resolve));
  const firstMessage = new Promise((resolve) => stalled.once('message', resolve));
  const commands = [
    { id: 1, connect: { token: await newConnectionToken(client) } },
    { id: 2, subscribe: { channel: userChannel(doctor.id) } },
  ];
  for (const command of commands) stalled.send(JSON.stringify(command));
  await firstMessage;
  stalled.pause();
  const createdAt = new Date().toISOString();
  const text = 'я'.repeat(200_000);
  for (let messageID = 1; messageID <= 60; messageID++) {
    const data = { messageID, text, createdAt, isAnswer: true, isRead: false, messageUUID: null };
    await publish(server.context.db, [{ accountID: doctor.id }], { type: 'new_message', data });
  }
  await until('the other client to receive all events', () => doctorListener.events.length === 60);
  stalled.resume();
  // the code is 1006 if the client does not read the close frame in time
  expect([3008, 1006]).toContain(await closed);
});

test('the number of connections of one account is limited', async () => {
  const { server, client } = await startWithDoctor();
  const connectFirst = { connect: { token: await newConnectionToken(client) } };
  // `startWithDoctor` opened the first connection
  const others = await Promise.all(Array.from({ length: 29 }, () => rawClient(server, connectFirst)));
  const refused = await rawClient(server);
  refused.socket.send(JSON.stringify({ id: 1, ...connectFirst }));
  expect(await refused.closed).toBe(3504);
  others[0]?.socket.close();
  await others[0]?.closed;
  await until('another connection to be accepted', async () => {
    const next = await rawClient(server);
    next.socket.send(JSON.stringify({ id: 1, ...connectFirst }));
    return Promise.race([next.closed.then(() => false), until('a reply', () => next.frames.length > 0)]);
  });
  for (const { socket } of others) socket.close();
});

test('a client cannot subscribe to a channel twice, and can renew its token', async () => {
  const server = await startServer();
  const client = await server.as(await server.make.assistant());
  const { frames, socket } = await rawClient(server, {
    connect: { token: await newConnectionToken(client) },
  });
  const token = await channelToken(client, ASSISTANTS_CHANNEL);
  socket.send(JSON.stringify({ id: 2, subscribe: { channel: ASSISTANTS_CHANNEL, token } }));
  await until('the subscription', () => frames.some((frame) => frame.includes('"id":2')));
  socket.send(JSON.stringify({ id: 3, subscribe: { channel: ASSISTANTS_CHANNEL, token } }));
  await until('the refusal of the second subscription', () =>
    frames.some((frame) => frame.includes('"code":105')),
  );
  socket.send(JSON.stringify({ id: 4, sub_refresh: { channel: ASSISTANTS_CHANNEL, token } }));
  await until('the renewal', () =>
    frames.some((frame) => /"id":4,"sub_refresh":\{"expires":true/.test(frame)),
  );
  socket.close();
});
