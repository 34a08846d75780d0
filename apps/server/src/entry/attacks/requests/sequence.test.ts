import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket as WebSocketClient } from 'ws';
import { client, type TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import { freePort } from '../../../testing/requests-and-waiting/free-port.ts';
import { sendRaw } from '../../../testing/requests-and-waiting/raw-http.ts';
import { sendStudy } from '../../../testing/scans/sending.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { zipOf } from '../../../testing/scans/zips.ts';
import { runCommand, startSupervised } from '../../entry-point.fixture.ts';

const PASSWORD = 'Horosho-4itaem';
const MAX_RESIDENT_BYTES = 300 * 1024 ** 2;
const ATTRIBUTES = 250_000;

/** The portal of `npm start`: API, worker and embedded database. */
const startEmbedded = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'snimok-attacked-'));
  const port = String(await freePort());
  const settings = { DATA_DIR: dataDir, PORT: port, DEMO: 'off' };
  const address = `http://127.0.0.1:${port}`;
  const { child, ended, portalPid } = startSupervised(settings);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  });
  const nobody = client(address);
  const isAlive = async () =>
    (await nobody.get(`${address}/healthz`).catch(() => null))?.status === 200 && child.exitCode === null;
  await until('the portal to be ready', isAlive);
  const add = async (role: string) => {
    const email = `${role}@clinic.test`;
    const options = ['--role', role, '--email', email, '--name', 'Участник', '--password', PASSWORD];
    expect(await runCommand(settings, 'account', 'add', ...options)).toMatchObject({ code: 0 });
    const signedIn = client(address);
    expect((await signedIn.signIn(email, PASSWORD)).status).toBe(200);
    return signedIn;
  };
  const residentBytes = async () => {
    const status = await readFile(`/proc/${await portalPid()}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
  };
  return {
    address,
    nobody,
    assistant: await add('assistant'),
    doctor: await add('doctor'),
    isAlive,
    residentBytes,
  };
};

const idIn = (body: unknown, name: string) => (body as Record<string, number>)[name] ?? 0;

const studyMaker = async (assistant: TestClient) => {
  const facts = { name: 'Иванов Иван Иванович', sex: 'male', birthday: '1980-01-02', phone: '' };
  const patient = await assistant.post('/assistant/doctors/2/patients', facts);
  const path = `/assistant/patients/${idIn(patient.body, 'patientID')}/studies`;
  return async (studyType: string) =>
    idIn((await assistant.post(path, { studyType, comment: '' })).body, 'studyID');
};

/** Slices with 250,000 private attributes each, in a ZIP of a few hundred kilobytes. */
const floodedZIP = async (uid: string) => {
  const flood = Buffer.alloc(ATTRIBUTES * 12);
  for (let n = 0; n < ATTRIBUTES; n += 1) {
    flood.writeUInt16LE(0x0009 + 2 * Math.floor(n / 62_500), n * 12);
    flood.writeUInt16LE(0x0100 + (n % 62_500), n * 12 + 2);
    flood.write('LO\x04\x00abcd', n * 12 + 4, 'latin1');
  }
  const files = volume(3).map(({ filename, bytes }) => {
    const file = Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('2.25.1001', uid), 'latin1');
    const patient = file.indexOf(Buffer.from([0x10, 0x00, 0x10, 0x00, 0x50, 0x4e]));
    return { filename, bytes: Buffer.concat([file.subarray(0, patient), flood, file.subarray(patient)]) };
  });
  return zipOf(files);
};

const slowly = (address: string, request: string) => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname, () => socket.write(request)).on('error', () => undefined);
  return socket;
};

test('the embedded portal survives all attacks one after another, with less than 300 MB', async () => {
  const { address, nobody, assistant, isAlive, residentBytes } = await startEmbedded();
  const makeStudy = await studyMaker(assistant);

  for (const uid of ['2.25.1101', '2.25.1102', '2.25.1103']) {
    const files = [{ filename: 'КТ.zip', bytes: await floodedZIP(uid) }];
    expect(await sendStudy(assistant, await makeStudy('cbct'), files)).toMatchObject({ error: null });
  }
  const uids = ['2.25.1101', '2.25.1102', '2.25.1103'];
  await Promise.all(
    uids.flatMap((uid) =>
      ['series', 'instances', 'metadata'].map((what) => assistant.get(`/dicomweb/studies/${uid}/${what}`)),
    ),
  );
  expect(await isAlive()).toBe(true);

  const zeros = await zipOf([{ filename: '0.bin', bytes: Buffer.alloc(96 * 1024 ** 2) }]);
  const bombs = Array.from({ length: 15 }, (_, n) => ({ filename: `${n}.zip`, bytes: zeros }));
  expect(await sendStudy(assistant, await makeStudy('cbct'), bombs)).toMatchObject({
    error: expect.stringMatching(/[а-я]/),
  });

  // wrong passwords, then wrong tokens, links and reset requests
  const email = 'assistant@clinic.test';
  await Promise.all(Array.from({ length: 60 }, (_, n) => client(address).signIn(email, `Wrong-${n}`)));
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  await Promise.all(
    Array.from({ length: 100 }, (_, n) => [
      nobody.get('/external/study', bearer(`x${n}`)),
      nobody.post('/assistant/studies/1/upload', undefined, bearer(`x${n}`)),
      nobody.post('/auth/password/reset/request', { email }),
    ]).flat(),
  );

  const sockets = Array.from({ length: 40 }, () =>
    slowly(
      address,
      'POST /api/1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
    ),
  );
  for (const path of ['/assets/%2e%2e/x', '/assets//x/', '/%zz', '*', '//'])
    expect(
      await sendRaw(address, `GET ${path} HTTP/1.1\r\nHost: x:99999999\r\nConnection: close\r\n\r\n`),
    ).not.toMatch(/^HTTP\/1.1 5/);
  const stalled = uids.map((uid) =>
    slowly(
      address,
      `GET /api/1/dicomweb/studies/${uid}/metadata HTTP/1.1\r\nHost: x\r\nCookie: ${assistant.cookie}\r\n\r\n`,
    ).pause(),
  );
  for (let n = 0; n < 40; n += 1) {
    const socket = new WebSocketClient(`${address.replace('http', 'ws')}/connection/websocket`);
    socket.on('error', () => undefined);
    socket.on('open', () => {
      socket.send('{"id":1,"connect":{"token":"x.y.z"}}');
      socket.terminate();
    });
  }
  expect(await isAlive()).toBe(true);
  for (const socket of [...sockets, ...stalled]) socket.destroy();

  expect((await assistant.get('/assistant/settings')).status).toBe(200);
  // freed memory returns to the system with the next collections
  await until('the memory to be returned', async () => (await residentBytes()) < MAX_RESIDENT_BYTES);
  expect(await isAlive()).toBe(true);
});
