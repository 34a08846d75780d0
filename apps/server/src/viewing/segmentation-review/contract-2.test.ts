import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import {
  decideSegmentation,
  getSegmentation,
  getViewerSegmentation,
} from '@snimok/contract/viewing/segmentation-review';
import { cbctSeries } from '@snimok/phantom/series';
import { expect, onTestFinished, test } from 'vitest';
import { refusal, responseOf, sentenceOf } from '../../testing/requests-and-waiting/contract.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { ticketOf, withTicket } from '../../testing/callers/viewer.ts';

const SERIES = {
  patient: { name: 'Секретова Анна', id: '77', birthDate: '1980-01-02', sex: 'F' as const },
  takenOn: '2026-11-21',
  studyInstanceUID: '2.25.7201',
  seriesInstanceUID: '2.25.7202',
  seriesNumber: 1,
  seriesDescription: 'КЛКТ',
  manufacturer: 'Снимок',
  model: 'Фантом',
};
const TOKEN = 'token-of-the-model';

/** Has a server at this address segment a study; returns the state when the segmentation has ended. */
const segmentAt = async (url: string) => {
  const server = await startServer({ SEGMENTATION_URL: url, SEGMENTATION_TOKEN: TOKEN });
  const { make, as } = server;
  await server.work('process-upload', 'segment-object');
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, type: 'cbct' });
  const assistant = await as(await make.assistant());
  await sendStudy(assistant, studyID, [...cbctSeries({ size: [60, 56, 40], spacingMm: 2 }, SERIES)]);
  const path = `/studies/${studyID}/segmentation`;
  expect((await assistant.post(path)).status).toBe(200);
  const read = async (who = assistant) => responseOf(getSegmentation, await who.get(path));
  const done = await until('the end', async () => {
    const state = await read();
    return !['queued', 'running'].includes(state.status) && state;
  });
  return { ...server, owner, patient, studyID, assistant, path, read, done };
};

const startExample = async () => {
  const file = join(import.meta.dirname, '../../../../../docs/examples/segmentation-server.mjs');
  const env = { ...process.env, PORT: '0', SEGMENTATION_TOKEN: TOKEN };
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'], env });
  onTestFinished(() => void child.kill());
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return `http://127.0.0.1:${port}/segment`;
};

/** A server of contract 2 whose labels and findings are made from the volume that it gets. */
const startModel = async (labelsOf: (volume: Buffer) => Buffer, answer: object = {}) => {
  let labels: Buffer = Buffer.alloc(0);
  const model = createServer(async (request, reply) => {
    if (request.method === 'GET') return void reply.end(labels);
    labels = labelsOf(await buffer(request));
    reply.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        contract: 2,
        model: { name: 'DentNet', version: '2.1' },
        labels: '/labels',
        ...answer,
      }),
    );
  });
  model.listen(0, '127.0.0.1');
  await once(model, 'listening');
  onTestFinished(() => {
    model.closeAllConnections();
    model.close();
  });
  return `http://127.0.0.1:${(model.address() as AddressInfo).port}/segment`;
};

const HEADER_BYTES = 352;
const sizeOf = (volume: Buffer) =>
  [42, 44, 46].map((at) => volume.readInt16LE(at)) as [number, number, number];

/** Labels by the place of a voxel in the volume, from 0 to 1. */
const labelled = (labelAt: (x: number, y: number, z: number) => number) => (volume: Buffer) => {
  const [nx, ny, nz] = sizeOf(volume);
  const labels = Buffer.alloc(HEADER_BYTES + nx * ny * nz);
  volume.copy(labels, 0, 0, HEADER_BYTES);
  labels.writeInt16LE(2, 70);
  labels.writeInt16LE(8, 72);
  for (let at = 0; at < nx * ny * nz; at += 1)
    labels[HEADER_BYTES + at] = labelAt(
      (at % nx) / nx,
      (Math.floor(at / nx) % ny) / ny,
      Math.floor(at / nx / ny) / nz,
    );
  return labels;
};

const isBetween = (from: number, value: number, to: number) => value > from && value < to;
/** A tooth, its crown, a canal, a sinus and a label that is in no table, in a block of lower jaw. */
const mouth = labelled((x, y, z) => {
  if (!isBetween(0.3, y, 0.7)) return 0;
  if (isBetween(0.1, x, 0.2) && isBetween(0.3, z, 0.5)) return 46;
  if (isBetween(0.1, x, 0.2) && isBetween(0.5, z, 0.6)) return 146;
  if (isBetween(0.3, x, 0.6) && isBetween(0.1, z, 0.2)) return 5;
  if (isBetween(0.3, x, 0.6) && isBetween(0.7, z, 0.9)) return 7;
  if (isBetween(0.8, x, 0.9)) return 99;
  return isBetween(0.05, x, 0.7) && z < 0.5 ? 2 : 0;
});
const FINDINGS = {
  structures: [{ label: 46, score: 0.93 }],
  findings: [
    { label: 46, finding: 'caries', score: 0.81 },
    { label: 17, finding: 'missing' },
  ],
};

interface Gltf {
  nodes: { name: string; mesh: number }[];
  meshes: { name: string }[];
}
const gltfOf = (glb: Buffer): Gltf => JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12))) as Gltf;

test('a segmentation by the documented example server has structures, and findings with scores', async () => {
  const { done, logged } = await segmentAt(await startExample());
  expect(done).toMatchObject({ status: 'ready', model: { name: 'Пример', version: '1.0' } });
  expect(done.structures!.length).toBeGreaterThan(5);
  expect(done.structures!.every(({ triangles, volumeCm3 }) => triangles > 0 && volumeCm3 > 0)).toBe(true);
  const findings = done.results!.filter(({ finding }) => finding !== null);
  expect(findings.length).toBeGreaterThan(0);
  expect(findings[0]).toMatchObject({ finding: 'filling', score: 0.5, state: 'proposed' });
  expect(logged.join()).not.toContain(TOKEN);
});

test('each known label becomes a node of its own, unknown ones are ignored, and the jaw file has teeth and canals', async () => {
  const { done, owner, assistant, patient, studyID, path, as, address } = await segmentAt(
    await startModel(mouth, FINDINGS),
  );
  expect(done.structures!.map(({ label, node }) => [label, node])).toEqual([
    [2, 'lower'],
    [5, 'canal-right'],
    [7, 'sinus-right'],
    [46, 'tooth-46'],
    [146, 'crown-46'],
  ]);
  // as with contract 1: the names that pages of earlier versions know
  expect(done.parts.map(({ part }) => part)).toEqual(['lower']);
  expect(done.files.map(({ file }) => file)).toEqual(['bone.stl', 'jaws.glb', 'lower.stl']);
  const lower = done.structures!.filter(({ label }) => label !== 7);
  expect(done.parts[0]!.volumeCm3).toBeCloseTo(
    lower.reduce((sum, { volumeCm3 }) => sum + volumeCm3, 0),
    0,
  );
  const ticket = `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`;
  const headers = withTicket(ticketOf(await (await as(owner)).post(ticket)));
  const reply = await fetch(`${address}/api/1/viewer/segmentation/structures.glb`, { headers });
  const glb = Buffer.from(await reply.arrayBuffer());
  expect(glb.length).toBe(done.structuresBytes);
  expect(gltfOf(glb).nodes.map(({ name }) => name)).toEqual(done.structures!.map(({ node }) => node));
  expect((await assistant.get(`${path}/structures.glb`)).status).toBe(200);
});

test('each proposal of the model is accepted or rejected once and by name; a share recipient sees accepted ones', async () => {
  const { done, owner, assistant, studyID, path, read, as, make, nobody } = await segmentAt(
    await startModel(mouth, FINDINGS),
  );
  const finishedAt = done.finishedAt!;
  const states = (state: typeof done) =>
    state.results!.map(({ label, finding, score, state: of }) => [label, finding, score, of]);
  expect(states(done)).toEqual([
    [5, null, null, 'proposed'],
    [7, null, null, 'proposed'],
    [46, null, 0.93, 'proposed'],
    [146, null, null, 'proposed'],
    [46, 'caries', 0.81, 'proposed'],
    [17, 'missing', null, 'proposed'],
  ]);
  const doctor = await as(owner);
  expect((await read(doctor)).can).toEqual({ decide: true });
  const decide = (who: typeof doctor, ...decisions: object[]) =>
    who.patch(`${path}/results`, { finishedAt, decisions });
  const accepted = { number: 4, from: 'proposed', to: 'accepted' };
  const state = responseOf(decideSegmentation, await decide(doctor, accepted));
  expect(state.results![4]).toMatchObject({ state: 'accepted', decidedByName: owner.name });
  // all or nothing: the second decision was made before the first one was known
  const both = [{ number: 5, from: 'proposed', to: 'rejected' }, accepted];
  expect(refusal(await decide(assistant, ...both))).toEqual([
    409,
    'Это предложение уже рассмотрел другой человек. Проверьте, что решено',
  ]);
  expect(states(await read())[5]).toEqual([17, 'missing', null, 'proposed']);
  const again = { number: 4, from: 'accepted', to: 'proposed' };
  expect(responseOf(decideSegmentation, await decide(assistant, again)).results![4]).toMatchObject({
    state: 'proposed',
    decidedByName: null,
    decidedAt: null,
  });
  expect((await decide(assistant, accepted)).status).toBe(200);
  const stale = { finishedAt: '2020-01-01T00:00:00.000Z', decisions: [accepted] };
  expect(sentenceOf(await assistant.patch(`${path}/results`, stale))).toBe(
    'Сегментацию построили заново. Посмотрите новые предложения',
  );
  const anotherDoctor = await as(await make.doctor());
  expect((await decide(anotherDoctor, accepted)).status).toBe(404);

  const share = await shareStudy(assistant, studyID, { flags: ['remote-viewer'], showMarks: true });
  const opened = await nobody.post('/external/study/remote-session', undefined, shareHeaders(share.token));
  const seen = responseOf(
    getViewerSegmentation,
    await nobody.get('/viewer/segmentation', withTicket(ticketOf(opened))),
  );
  expect(seen.results).toEqual([expect.objectContaining({ number: 4, decidedByName: null })]);
  expect(seen.can).toEqual({ decide: false });
});

test('an employee without the right to write reports sees the proposals and decides nothing', async () => {
  const { done, path, as, make, context } = await segmentAt(await startModel(mouth, FINDINGS));
  const account = await make.assistant();
  const accounts = context.db.updateTable('accounts').where('id', '=', account.id);
  await accounts.set({ rights: ['studies'] }).execute();
  const clerk = await as(account);
  expect(responseOf(getSegmentation, await clerk.get(path))).toMatchObject({
    results: done.results,
    can: { decide: false },
  });
  const decisions = [{ number: 4, from: 'proposed', to: 'accepted' }];
  expect((await clerk.patch(`${path}/results`, { finishedAt: done.finishedAt, decisions })).status).toBe(403);
});

test.for([
  ['fewer labels than voxels', (volume: Buffer) => mouth(volume).subarray(0, -1)],
  [
    'a header of another size',
    (volume: Buffer) => {
      const labels = mouth(volume);
      labels.writeInt16LE(1, 46);
      return labels;
    },
  ],
] as const)('labels of contract 2 with %s make the segmentation fail', async ([, labelsOf]) => {
  const { done } = await segmentAt(await startModel(labelsOf));
  expect(done).toMatchObject({
    status: 'failed',
    reason: 'Внешняя программа сегментации вернула ответ, который нельзя прочитать. Повторите позже',
    results: [],
  });
});

test('a finding of a tooth that does not exist makes the segmentation fail, and the server keeps running', async () => {
  const lie = { findings: [{ label: 99, finding: 'caries', score: 1 }] };
  const { done, assistant, path } = await segmentAt(await startModel(mouth, lie));
  expect(done).toMatchObject({ status: 'failed', structures: [], results: [] });
  expect((await assistant.get(`${path}/structures.glb`)).status).toBe(404);
});

test('random labels produce surfaces of the known labels only', async () => {
  let seed = 1;
  const noise = labelled(() => (seed = (seed * 16_807) % 2_147_483_647) % 256);
  const { done } = await segmentAt(await startModel(noise));
  expect(done.status).toBe('ready');
  expect(done.structures!.map(({ label }) => label)).not.toContain(99);
  expect(done.structures!.map(({ label }) => label)).toContain(85);
});

test('a segmentation that an earlier version has stored keeps opening', async () => {
  const { context, read, assistant, path } = await segmentAt(await startModel(mouth, FINDINGS));
  const stored = await context.db.selectFrom('segmentations').select('result').executeTakeFirstOrThrow();
  const { files, parts } = stored.result as { files: object; parts: object[] };
  await context.db
    .updateTable('segmentations')
    .set({ result: JSON.stringify({ files, parts }) })
    .execute();
  await context.db.deleteFrom('segmentationResults').execute();
  expect(await read()).toMatchObject({
    status: 'ready',
    model: null,
    structures: [],
    structuresBytes: null,
    results: [],
    parts: [expect.objectContaining({ part: 'lower' })],
  });
  expect((await assistant.get(`${path}/jaws.glb`)).status).toBe(200);
});
