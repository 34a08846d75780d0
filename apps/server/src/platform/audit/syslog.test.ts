import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { freePort } from '../../testing/requests-and-waiting/free-port.ts';
import { linkEvents } from './chain.ts';
import { forwardEvents } from './forward.ts';
import { portalInitiator, record } from './record.ts';
import { syslogMessage } from './syslog-message.ts';
import { sendToCollector } from './syslog-transport.ts';

/** RFC 5424 §6: header, one element of structured data, message. */
const MESSAGE =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\S+) snimok - (\S+) \[snimok@32473((?: [a-z]+="(?:\\["\\\]]|[^"\\\]])*")+)\] (.*)$/;

/** Reads octet-counted messages (RFC 6587 §3.4.1). */
const unframe = (bytes: Buffer): string[] => {
  const messages: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(' ', at);
    const end = space + 1 + Number(bytes.subarray(at, space));
    messages.push(bytes.toString('utf8', space + 1, end));
    at = end;
  }
  return messages;
};

/** A collector on a port or at a path. `refuse` makes it cut connections after the first bytes. */
const startCollector = async (path?: string) => {
  const received: string[] = [];
  let isRefusing = false;
  const server = createServer((socket: Socket) => {
    const chunks: Buffer[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (isRefusing) socket.resetAndDestroy();
      else chunks.push(chunk);
    });
    socket.on('end', () => void received.push(...unframe(Buffer.concat(chunks))));
  });
  if (path === undefined) server.listen(0, '127.0.0.1');
  else server.listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    received,
    url: path === undefined ? `tcp://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix:${path}`,
    refuse: (refuses: boolean) => void (isRefusing = refuses),
  };
};

const seqOf = (message: string) => Number(/ seq="(\d+)"/.exec(message)?.[1]);

test('records are forwarded in order as messages of RFC 5424, from the moment the collector is set', async () => {
  const collector = await startCollector();
  const { context } = await startServer({ AUDIT_SYSLOG: collector.url });
  const { db } = context;
  await record(db, portalInitiator, { action: 'study.archive', studyID: 1 });
  await forwardEvents(context);
  expect(collector.received).toEqual([]);
  for (let studyID = 2; studyID <= 1_202; studyID++)
    await record(db, { ...portalInitiator, address: '192.0.2.7' }, { action: 'study.archive', studyID });
  await forwardEvents(context);
  await forwardEvents(context);
  expect(collector.received.map(seqOf)).toEqual(Array.from({ length: 1_201 }, (_, at) => at + 2));
  const [, priority, , , action, parameters] = MESSAGE.exec(collector.received[0] ?? '') ?? [];
  expect([priority, action]).toEqual(['109', 'study.archive']);
  expect(parameters).toContain(' actor="portal" address="192.0.2.7" study="2" hash="');
});

test('records wait while the collector is away or cuts the connection, and none is lost', async () => {
  const collector = await startCollector();
  const { context } = await startServer({ AUDIT_SYSLOG: collector.url });
  const { db, config } = context;
  await forwardEvents(context);
  for (let studyID = 1; studyID <= 30; studyID++)
    await record(db, portalInitiator, { action: 'study.archive', studyID });
  collector.refuse(true);
  await expect(forwardEvents(context)).rejects.toThrow(/ECONNRESET|EPIPE/);
  const present = config.auditSyslog;
  config.auditSyslog = { protocol: 'tcp', host: '127.0.0.1', port: await freePort() };
  await expect(forwardEvents(context)).rejects.toThrow('ECONNREFUSED');
  config.auditSyslog = present;
  collector.refuse(false);
  await forwardEvents(context);
  expect(collector.received.map(seqOf)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
});

test('sending to a collector that never closes its side of the connection fails after a timeout', async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => void socket.resume()).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(sendToCollector({ protocol: 'tcp', host: '127.0.0.1', port }, ['x'], 200)).rejects.toThrow(
    'did not answer',
  );
  server.close();
});

test('messages can be sent to a Unix socket', async () => {
  const { context } = await startServer();
  const path = join(context.config.dataDir, 'syslog');
  const collector = await startCollector(path);
  await sendToCollector({ protocol: 'unix', path }, ['<109>1 один', '<109>1 two']);
  expect(collector.received).toEqual(['<109>1 один', '<109>1 two']);
});

test('datagrams contain one message each', async () => {
  const socket = createSocket('udp4');
  const received: string[] = [];
  const both = new Promise<void>((resolve) =>
    socket.on('message', (message) => {
      received.push(String(message));
      if (received.length === 2) resolve();
    }),
  );
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  await sendToCollector({ protocol: 'udp', host: '127.0.0.1', port: socket.address().port }, ['a', 'b']);
  await both;
  expect(received).toEqual(['a', 'b']);
});

test('no message is longer than 2048 octets, breaks a line or ends its structured data early', async () => {
  const event = {
    seq: 1,
    hash: Buffer.alloc(32),
    id: 1,
    at: new Date(0),
    actorKind: 'nobody',
    actorID: null,
    action: 'account.sign-in-failed',
    doctorID: null,
    patientID: null,
    studyID: null,
    address: '"]\r\n<13>1 forged',
    details: { route: 'x'.repeat(3_000) },
  };
  const long = syslogMessage(event, 'host name');
  expect(Buffer.byteLength(long)).toBeLessThan(2_048);
  expect(long).toContain(' truncated="details"');
  const message = syslogMessage({ ...event, details: { quoted: '"\\]\n' } }, 'host name');
  expect(message).toMatch(MESSAGE);
  expect(message).toMatch(/^<108>1 1970-01-01T00:00:00\.000Z hostname snimok - account\.sign-in-failed /);
  expect(message).not.toMatch(/[\r\n]/);
});

test('without a collector nothing is forwarded', async () => {
  const { context } = await startServer();
  await record(context.db, portalInitiator, { action: 'study.archive', studyID: 1 });
  await linkEvents(context.db);
  await forwardEvents(context);
  expect(await context.db.selectFrom('auditCursors').selectAll().execute()).toEqual([]);
});
