import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { proposeLandmarks } from '@snimok/contract/viewing/landmarks';
import { getViewerStudy } from '@snimok/contract/viewing/online-viewer';
import { expect, onTestFinished, test } from 'vitest';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { ticketOf, withTicket } from '../../testing/callers/viewer.ts';

const TOKEN = 'token-of-the-model';
const PATH = '/viewer/landmark-proposals';

/** A head: a dense rectangle from column 20 and row 10 to column 79 and row 69. */
const COLUMNS = 100;
const ROWS = 80;
const samples = new Uint16Array(COLUMNS * ROWS).map((_, at) => {
  const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)] as const;
  return column >= 20 && column < 80 && row >= 10 && row < 70 ? 50_000 : 20_000;
});
const pixels = Buffer.from(samples.buffer).toString('base64');
const picture = { columns: COLUMNS, rows: ROWS, pixelMm: [0.1, 0.2] as [number, number], pixels };

/** The viewer of a doctor and of a centre that has a model server at this address, or none. */
const viewerOf = async (url: string | undefined) => {
  const server = await startServer(url ? { LANDMARKS_URL: url, LANDMARKS_TOKEN: TOKEN } : {});
  const { make, as, nobody } = server;
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner, name: 'Секретова Анна' });
  const { studyID } = await make.study({ patient, status: 'done' });
  const doctor = await as(owner);
  const opened = await doctor.post(`/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`);
  const headers = withTicket(ticketOf(opened));
  const propose = (body: object = picture) => nobody.post(PATH, body, headers);
  const can = async () => responseOf(getViewerStudy, await nobody.get('/viewer/study', headers)).can;
  return { ...server, studyID, propose, can };
};

const startExample = async () => {
  const file = join(import.meta.dirname, '../../../../../docs/examples/landmark-server.mjs');
  const env = { ...process.env, PORT: '0', LANDMARKS_TOKEN: TOKEN };
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'], env });
  onTestFinished(() => void child.kill());
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return `http://127.0.0.1:${port}/landmarks`;
};

const ANSWER = {
  contract: 1,
  model: { name: 'CephNet', version: '3.1' },
  landmarks: [{ name: 'S', x: 12.5, y: 40, score: 0.9 }],
};

/** A model server with this answer. */
const startModel = async (answer: (reply: ServerResponse) => void) => {
  const received: { headers: Record<string, unknown>; body: Buffer }[] = [];
  const model = createServer(async (request, reply) => {
    received.push({ headers: request.headers, body: await buffer(request) });
    answer(reply);
  });
  model.listen(0, '127.0.0.1');
  await once(model, 'listening');
  const close = () => {
    model.closeAllConnections();
    model.close();
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(model.address() as AddressInfo).port}/`, received, close };
};
const json = (body: unknown) => (reply: ServerResponse) => void reply.end(JSON.stringify(body));

test('the documented example server proposes landmarks within the picture, and the history records the request', async () => {
  const { propose, can, context, logged, studyID } = await viewerOf(await startExample());
  expect((await can()).proposeLandmarks).toBe(true);
  const { model, landmarks } = responseOf(proposeLandmarks, await propose());
  expect(model).toEqual({ name: 'Пример', version: '1.0' });
  const sella = landmarks.find(({ name }) => name === 'S');
  expect(sella).toEqual({ name: 'S', at: [20 + 59 * 0.45, 10 + 59 * 0.25], score: 0.5 });
  await context.auditBuffer.flush();
  const event = await context.db
    .selectFrom('auditEvents')
    .select(['studyID', 'details'])
    .where('action', '=', 'study.propose-landmarks')
    .executeTakeFirstOrThrow();
  expect(event).toEqual({ studyID, details: {} });
  expect(logged.join()).not.toContain(TOKEN);
});

test('a model server gets the pixels, their size and the window, and nothing about the patient', async () => {
  const { url, received } = await startModel(json(ANSWER));
  const { propose } = await viewerOf(url);
  expect(responseOf(proposeLandmarks, await propose())).toEqual({
    model: ANSWER.model,
    landmarks: [{ name: 'S', at: [12.5, 40], score: 0.9 }],
  });
  const [{ headers, body }] = received as [(typeof received)[number]];
  expect(headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/x-nifti',
    'landmarks-contract': '1',
  });
  expect(Object.keys(headers).join()).not.toMatch(/cookie|forwarded|referer/);
  expect([40, 42, 44, 46, 70].map((at) => body.readInt16LE(at))).toEqual([3, COLUMNS, ROWS, 1, 512]);
  expect([80, 84].map((at) => Math.fround(body.readFloatLE(at)))).toEqual([0.1, 0.2].map(Math.fround));
  expect([128, 124].map((at) => body.readFloatLE(at))).toEqual([16_384, 49_152]);
  expect(body.readUInt8(123)).toBe(2);
  expect(body.subarray(352).equals(Buffer.from(samples.buffer))).toBe(true);
  await propose({ ...picture, pixelMm: null });
  // NIfTI: an unknown unit
  expect(received[1]!.body.readUInt8(123)).toBe(0);
});

const landmark = ANSWER.landmarks[0]!;
const UNREADABLE =
  'Программа, которая предлагает точки, вернула ответ, который нельзя прочитать. Поставьте точки вручную';

const LIES: Record<string, object> = {
  'a landmark that is in no list': { landmarks: [{ ...landmark, name: 'Xyz' }] },
  'a landmark of the frontal view': { landmarks: [{ ...landmark, name: 'ZR' }] },
  'a landmark twice': { landmarks: [landmark, landmark] },
  'a place to the right of the picture': { landmarks: [{ ...landmark, x: COLUMNS }] },
  'a place above the picture': { landmarks: [{ ...landmark, y: -1 }] },
  'a place that is no number': { landmarks: [{ ...landmark, x: 'NaN' }] },
  'a place that is null': { landmarks: [{ ...landmark, y: null }] },
  'a score of 7': { landmarks: [{ ...landmark, score: 7 }] },
  'a million landmarks': { landmarks: Array(1_000_000).fill(landmark) },
  'no model': { model: undefined },
  'a model with a name of several lines': { model: { name: 'Ceph\nNet', version: '1' } },
  'another contract': { contract: 2 },
};

test('an invalid answer of the model server is refused, and the next valid answer is used', async () => {
  let answer = json(ANSWER);
  const { url, received } = await startModel((reply) => answer(reply));
  const { propose } = await viewerOf(url);
  for (const [lie, change] of Object.entries(LIES)) {
    answer = json({ ...ANSWER, ...change });
    expect(refusal(await propose()), lie).toEqual([503, UNREADABLE]);
  }
  answer = json(ANSWER);
  expect((await propose()).status).toBe(200);
  // no answer is asked for twice
  expect(received).toHaveLength(Object.keys(LIES).length + 1);
});

test('an unreadable answer, an error or no answer of the model server gives a clear error message', async () => {
  let answer: (reply: ServerResponse) => void = () => undefined;
  const { url } = await startModel((reply) => answer(reply));
  const { propose } = await viewerOf(url);
  const refusalOf = async (how: typeof answer) => {
    answer = how;
    return refusal(await propose());
  };
  expect(await refusalOf((reply) => void reply.end('<html>NaN</html>'))).toEqual([503, UNREADABLE]);
  const notJSON = '{"contract":1,"landmarks":[{"x":NaN}]}';
  expect(await refusalOf((reply) => void reply.end(notJSON))).toEqual([503, UNREADABLE]);
  expect(await refusalOf((reply) => void reply.writeHead(422).end('{"error":"no skull"}'))).toEqual([
    503,
    'Программа, которая предлагает точки, не смогла обработать этот снимок',
  ]);
  expect(await refusalOf((reply) => void reply.destroy())).toEqual([
    503,
    'Программа, которая предлагает точки, сейчас не отвечает. Повторите позже',
  ]);
});

test('landmarks are proposed neither without a model server nor to a share recipient', async () => {
  const without = await viewerOf(undefined);
  expect((await without.can()).proposeLandmarks).toBe(false);
  expect((await without.propose()).status).toBe(404);

  const { url, received } = await startModel(json(ANSWER));
  const { as, make, nobody, studyID } = await viewerOf(url);
  const share = await shareStudy(await as(await make.assistant()), studyID, { flags: ['remote-viewer'] });
  const opened = await nobody.post('/external/study/remote-session', undefined, shareHeaders(share.token));
  const headers = withTicket(ticketOf(opened));
  const study = responseOf(getViewerStudy, await nobody.get('/viewer/study', headers));
  expect(study.can.proposeLandmarks).toBe(false);
  expect((await nobody.post(PATH, picture, headers)).status).toBe(403);
  expect(received).toEqual([]);
});

test('landmarks are refused for a picture of a wrong size, and after sixty requests of an account in an hour', async () => {
  const { url, received } = await startModel(json(ANSWER));
  const { propose } = await viewerOf(url);
  const short = { ...picture, rows: ROWS + 1 };
  expect(refusal(await propose(short))).toEqual([
    400,
    'Снимок (pixels): данных больше или меньше, чем точек снимка',
  ]);
  expect((await propose({ ...picture, columns: 3000, rows: 1001 })).status).toBe(400);
  for (let asked = 0; asked < 60; asked += 1) expect((await propose()).status).toBe(200);
  expect((await propose()).status).toBe(429);
  expect(received).toHaveLength(60);
});
