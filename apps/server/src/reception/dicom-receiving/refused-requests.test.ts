import { spawnSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { openReceiver } from './receive.ts';
import {
  contentType,
  multipart,
  outcomesIn,
  slice,
  startGateway,
  STUDY,
  uidOfSlice,
} from './stow.fixture.ts';

type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** The files below the working folder. */
const filesAtWork = async ({ context }: Gateway): Promise<string[]> => {
  const work = join(context.config.dataDir, 'work');
  const entries = await readdir(work, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

const expectNothingStored = async (gateway: Gateway) => {
  expect(await gateway.countStored()).toEqual({ rows: 0, objects: 0 });
  await until('the working files to be removed', async () => (await filesAtWork(gateway)).length === 0);
};

/** A portal with a study whose status is `in-work`, and slices with the accession number of that study. */
const startWithStudy = async (settings: Record<string, string> = {}) => {
  const gateway = await startGateway(settings);
  const { studyID } = await gateway.make.study();
  const slices = [1, 2, 3].map((number) => slice(number, { accessionNumber: `S${studyID}` }));
  return { gateway, studyID, slices };
};

/** Sends the beginning of a request over TCP. */
const sendBeginning = ({ address, bearer }: Gateway, length: number, bytes: Uint8Array) => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST /api/1/dicomweb/studies HTTP/1.1\r\nHost: portal.test\r\nAuthorization: ${bearer.authorization}\r\n` +
      `Content-Type: ${contentType()}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(bytes);
  return socket;
};

/** Sends only the beginning of a request. Resolves with the response. */
const responseToBeginning = (gateway: Gateway, length: number, bytes: Uint8Array) =>
  new Promise<string>((resolve) => {
    const socket = sendBeginning(gateway, length, bytes);
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
  });

test('a request that is not multipart/related with DICOM parts, or has no usable boundary, is refused', async () => {
  const { gateway, slices } = await startWithStudy();
  const statusOf = async (type: string, headers: Record<string, string> = {}, body = multipart(slices)) =>
    (await gateway.post(body, { 'content-type': type, ...headers })).status;
  for (const type of [
    'application/json',
    'application/dicom',
    'multipart/form-data; boundary=limit',
    'multipart/related; type="application/dicom+json"; boundary=limit',
    'multipart/related; type="application/dicom+xml"; boundary=limit',
  ])
    expect([type, await statusOf(type)]).toEqual([type, 415]);
  const related = 'multipart/related; type="application/dicom"';
  for (const type of [
    related,
    `${related}; boundary=`,
    `${related}; boundary="${'x'.repeat(71)}"`,
    `${related}; boundary="a b "`,
    `${related}; boundary=other`,
    // this boundary also occurs inside a part
    `${related}; boundary=limi`,
  ])
    expect([type, await statusOf(type)]).toEqual([type, 400]);
  expect(await statusOf(contentType(), {}, Buffer.from('--limit--'))).toBe(400);
  expect(await statusOf(contentType(), { accept: 'text/html' })).toBe(406);
  expect(await statusOf(contentType(), { 'content-encoding': 'gzip' })).toBe(415);
  await expectNothingStored(gateway);
  const quoted = 'Multipart/Related;boundary="limit" ; TYPE=application/dicom';
  expect(await statusOf(quoted, { accept: 'application/dicom+json, */*;q=0.1' })).toBe(200);
});

test('a request whose body ends too early stores nothing', async () => {
  const { gateway, slices } = await startWithStudy();
  const body = multipart(slices);
  for (const end of [0, 10, 60, 400, body.length - slices[2]!.length, body.length - 4]) {
    const { status, body: answer } = await gateway.post(body.subarray(0, end));
    expect([end, status]).toEqual([end, 400]);
    expect((answer as { error: string }).error).toContain('ни один снимок не сохранён');
  }
  const socket = sendBeginning(gateway, body.length, body.subarray(0, body.length - 100));
  await until('parts to be received', async () => (await filesAtWork(gateway)).length > 0);
  socket.destroy();
  await expectNothingStored(gateway);
  expect((await gateway.post(body)).status).toBe(200);
});

test('a request that exceeds the limits of an upload for size or number of files is refused', async () => {
  const { gateway, slices } = await startWithStudy({ UPLOAD_MAX_BYTES: '1MB', UPLOAD_MAX_FILES: '5' });
  const large = await gateway.post(multipart([slices[0]!, Buffer.alloc(1_500_000)]));
  expect(large.status).toBe(413);
  expect((await gateway.post(multipart(Array.from({ length: 6 }, () => slices[0]!)))).status).toBe(413);
  await expectNothingStored(gateway);

  // a request whose Content-Length is too large is refused before its body has arrived
  const response = await responseToBeginning(gateway, 2 * 1024 ** 3, Buffer.from('--limit'));
  expect(response).toContain('HTTP/1.1 413');
  // the limit also applies to the total of several requests for one study
  for (const number of [1, 2, 3, 4, 5])
    expect((await gateway.store([slice(number, { accessionNumber: 'S1' })])).status).toBe(200);
  expect((await gateway.store([slice(6, { accessionNumber: 'S1' })])).status).toBe(413);
});

test('a request whose body does not fit on the disk is answered with 507 before the whole body has arrived', async () => {
  const { gateway, slices } = await startWithStudy({ SCRATCH_MAX: '1MB' });
  const body = multipart(slices);
  const response = await responseToBeginning(gateway, body.length, body.subarray(0, body.length - 100));
  expect(response).toContain('HTTP/1.1 507');
  await expectNothingStored(gateway);
});

test('a connection has no timeout while received files are written to the object store', async () => {
  const { gateway, slices } = await startWithStudy();
  const { app, context } = gateway;
  const sockets: Socket[] = [];
  app.server.on('request', ({ socket }: IncomingMessage) => sockets.push(socket));
  const writeFrom = context.storage.writeFrom.bind(context.storage);
  const timeouts: unknown[] = [];
  context.storage.writeFrom = (key, localFile) => {
    timeouts.push(sockets.at(-1)?.timeout);
    return writeFrom(key, localFile);
  };
  expect((await gateway.store(slices.slice(0, 1))).status).toBe(200);
  expect(timeouts).toEqual([0]);
});

test('a request that exceeds the daily limit of the account is refused, and its files are removed', async () => {
  const { gateway, slices } = await startWithStudy({ UPLOAD_DAILY_FILES: '2' });
  const refused = await gateway.store(slices);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  await expectNothingStored(gateway);
  expect((await gateway.store(slices.slice(0, 2))).status).toBe(200);
});

test('a request with 100,000 parts is refused, and no part is kept', async () => {
  const { gateway } = await startWithStudy({ UPLOAD_MAX_FILES: '20' });
  const { status } = await gateway.post(multipart(Array.from({ length: 100_000 }, () => Buffer.from('x'))));
  expect(status).toBe(413);
  await expectNothingStored(gateway);
});

test("a request to a study's path stores instances of that study and refuses other instances and non-DICOM files", async () => {
  const { gateway, slices } = await startWithStudy();
  const other = slice(4, { studyInstanceUID: '2.25.7300', accessionNumber: 'S1' });
  const garbage = Buffer.from('not DICOM');
  const refused = await gateway.store([other, garbage], STUDY);
  expect(refused.status).toBe(409);
  expect(outcomesIn(refused.body)).toEqual({ stored: [], failed: { [uidOfSlice(4)]: 0xa900, '': 0xc000 } });
  expect(refused.body).not.toHaveProperty('00081190');
  await expectNothingStored(gateway);
  const mixed = await gateway.store([slices[0]!, garbage, other], STUDY);
  expect(mixed.status).toBe(202);
  expect(outcomesIn(mixed.body)).toEqual({
    stored: [uidOfSlice(1)],
    failed: { [uidOfSlice(4)]: 0xa900, '': 0xc000 },
  });
  // a request without a study in its path may contain instances of several studies
  const both = await gateway.store([slices[1]!, other]);
  expect(outcomesIn(both.body)).toEqual({ stored: [uidOfSlice(2), uidOfSlice(4)], failed: {} });
  expect(both.body).not.toHaveProperty('00081190');
  expect((await gateway.post(multipart(slices), {}, '/dicomweb/studies/1.2.x')).status).toBe(404);
});

test('a request whose token is revoked while it is sent stores nothing', async () => {
  const { gateway, slices } = await startWithStudy();
  const body = multipart(slices);
  const socket = sendBeginning(gateway, body.length, body.subarray(0, body.length - 100));
  await until('parts to be received', async () => (await filesAtWork(gateway)).length > 0);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const { grants } = (await gateway.assistant.get('/assistant/desktop-app/grants')).body as {
    grants: { grantID: number }[];
  };
  await gateway.assistant.patch(`/assistant/desktop-app/grants/${grants[0]?.grantID}/revoke`);
  await closed;
  await expectNothingStored(gateway);
  expect((await gateway.post(body)).status).toBe(401);
});

test('senders that read XML get the response in the Native DICOM Model', async () => {
  const { gateway, slices } = await startWithStudy();
  const body = multipart([slices[0]!, Buffer.from('not DICOM')]);
  const reply = await gateway.post(body, { accept: 'application/dicom+xml' });
  expect(reply.status).toBe(202);
  expect(reply.headers.get('content-type')).toContain('application/dicom+xml');
  expect(reply.body).toContain(
    `<DicomAttribute tag="00081155" vr="UI" keyword="ReferencedSOPInstanceUID"><Value number="1">${uidOfSlice(1)}</Value>`,
  );
  expect(reply.body).toContain('keyword="FailureReason"><Value number="1">49152</Value>');
});

test('a starting process deletes the working files of killed processes, but not the files of running processes', async () => {
  const { gateway, slices } = await startWithStudy();
  const work = join(gateway.context.config.dataDir, 'work');
  const { pid: dead = 0 } = spawnSync(process.execPath, ['--version']);
  const folders = [`stow-${dead}-a`, `stow-${process.ppid}-b`, `stow-${process.pid}-c`];
  for (const folder of folders) await mkdir(join(work, folder, 'desktop-1'), { recursive: true });
  await openReceiver(gateway.context).close();
  expect((await gateway.post(multipart(slices))).status).toBe(200);
  await until('the leftovers to be removed', async () => {
    const names = await readdir(work);
    return folders.filter((name) => names.includes(name)).join() === folders[1];
  });
});
