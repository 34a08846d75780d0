import { getPanorama } from '@snimok/contract/studies/panorama';
import { getStudy } from '@snimok/contract/studies/studies';
import { cbctSeries } from '@snimok/phantom/series';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pauseRemovals } from '../../entry/backup/pause-removals.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { makeScan } from '../../testing/scans/panorama.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { listJobs } from '../../testing/portal/queued-jobs.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { keysIn } from '../lifecycle/lifecycle.fixture.ts';

const PHANTOM = { size: [130, 120, 84], spacingMm: 0.9 } as const;
const STUDY = {
  patient: { name: 'Иванов Иван Иванович', id: '1', birthDate: '1980-01-02', sex: 'M' as const },
  takenOn: '2026-11-21',
  studyInstanceUID: '2.25.7001',
  seriesInstanceUID: '2.25.7002',
  seriesNumber: 1,
  seriesDescription: 'КЛКТ',
  manufacturer: 'Снимок',
  model: 'Фантом',
};
const jaws = [...cbctSeries(PHANTOM, STUDY)];

const ready = async () => {
  const server = await startServer();
  await server.work('process-upload', 'make-panorama', 'delete-unused-files');
  const account = await server.make.assistant();
  const assistant = await server.as(account);
  const { studyID } = await server.make.study({ type: 'cbct' });
  const url = `/assistant/studies/${studyID}`;
  const study = async () => responseOf(getStudy, await assistant.get(url));
  const panorama = async () => responseOf(getPanorama, await assistant.get(`${url}/panorama`));
  const panoramaAlong = (version: number) =>
    until('the new panorama', async () => {
      const now = await panorama();
      return now.status === 'ready' && now.picture?.version === version && now;
    });
  return { server, account, assistant, studyID, url, study, panorama, panoramaAlong };
};

const picture = async (assistant: TestClient, server: { address: string }, path: string | null) => {
  const reply = await fetch(`${server.address}${path}`, { headers: { cookie: assistant.cookie } });
  expect(reply.status).toBe(200);
  return sharp(Buffer.from(await reply.arrayBuffer()));
};

test('a scan of the jaws gets a panorama, and a corrected arch replaces it', async () => {
  const { server, account, assistant, studyID, url, study, panorama, panoramaAlong } = await ready();
  expect(await sendStudy(assistant, studyID, jaws)).toMatchObject({ error: null });

  const found = await panorama();
  expect(found).toMatchObject({
    status: 'ready',
    reason: null,
    volume: { size: [130, 120, 84], seriesInstanceUID: '2.25.7002' },
    arch: { foundBy: 'portal', confidence: expect.closeTo(1, 0) },
    picture: { ends: { right: expect.closeTo(1, 0), left: expect.closeTo(1, 0) }, isPart: false },
    can: { correct: true },
  });
  const arch = found.arch!;
  // the phantom's front teeth are about 30 mm in front of its centre, its molars 27 mm to the sides
  const front = arch.points.reduce((one, other) => (other[1] < one[1] ? other : one));
  expect(front[0]).toBeCloseTo(0, -1);
  expect(front[1]).toBeGreaterThan(-35);
  expect(front[1]).toBeLessThan(-25);
  const before = await study();
  const jpeg = await (await picture(assistant, server, before.panoURL)).metadata();
  expect([jpeg.width, jpeg.height]).toEqual([found.picture!.width, found.picture!.height]);
  const values = await picture(assistant, server, `/api/1${url}/panorama/values`);
  expect(await values.metadata()).toMatchObject({
    depth: 'ushort',
    channels: 1,
    width: found.picture!.width,
  });

  await assistant.post(`${url}/pano/dislike`, { reason: 'Дуга проходит мимо зубов' });
  expect(await study()).toMatchObject({ openProtests: [{ reason: 'Дуга проходит мимо зубов' }] });
  const narrower = arch.points.slice(2, -2).map(([x, y, z]) => [x * 0.98, y, z]);
  const corrected = await assistant.put(`${url}/panorama/arch`, {
    points: narrower,
    version: arch.version,
  });
  expect(corrected.status).toBe(200);
  const requested = responseOf(getPanorama, corrected);
  expect(requested).toMatchObject({
    status: 'making',
    arch: { foundBy: 'person' },
    picture: { version: arch.version },
  });
  const now = await panoramaAlong(requested.arch!.version);
  expect(now.picture!.width).toBeLessThan(found.picture!.width);
  const after = await study();
  expect(after.panoURL).not.toBe(before.panoURL);
  const shown = await (await picture(assistant, server, after.panoURL)).metadata();
  expect(shown.width).toBe(now.picture!.width);
  expect(after.openProtests).toEqual([]);
  // the protest names the old arch, not the new one
  const [protest] = await server.context.db.selectFrom('panoProtests').selectAll().execute();
  expect(protest).toMatchObject({ archID: arch.version, answeredBy: account.id });

  const again = await assistant.put(`${url}/panorama/arch`, { points: narrower, version: arch.version });
  expect(again).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('Дуга уже исправлена') },
  });
  // only the pictures of the new panorama remain
  const keys = () => keysIn(server.context.storage, 'pictures/');
  await until('the removal of the old pictures', async () => (await keys()).length <= 3);
  expect(await keys()).toHaveLength(3);
});

test('the pictures that a new panorama replaces remain until a running backup has ended', async () => {
  const { server, assistant, studyID, url, panorama, panoramaAlong } = await ready();
  expect(await sendStudy(assistant, studyID, jaws)).toMatchObject({ error: null });
  const arch = (await panorama()).arch!;
  const before = await keysIn(server.context.storage, 'pictures/');
  expect(before).toHaveLength(3);
  const backup = await pauseRemovals(server.context.pool);
  const points = arch.points.slice(2, -2);
  const reply = await assistant.put(`${url}/panorama/arch`, { points, version: arch.version });
  await panoramaAlong(responseOf(getPanorama, reply).arch!.version);
  await until('the postponed removal', async () => {
    const [removal] = await listJobs(server.context.db, { task: 'delete-unused-files' });
    return removal !== undefined && removal.runAt > new Date() && removal.lockedBy === null;
  });
  expect(await keysIn(server.context.storage, 'pictures/')).toEqual(expect.arrayContaining(before));
  await backup.release();
});

test('a scan without jaws has no panorama, and the reason is given', async () => {
  const { assistant, studyID, study, panorama, url } = await ready();
  const sinuses = jaws.slice(-18);
  expect(await sendStudy(assistant, studyID, sinuses)).toMatchObject({ error: null });
  expect(await study()).toMatchObject({ status: 'done', panoURL: null });
  expect(await panorama()).toMatchObject({
    status: 'none',
    reason: expect.stringMatching(/[а-я]/),
    arch: null,
  });
  expect((await assistant.post(`${url}/report`, { reportFormat: 'pdf' })).status).toBe(200);
  expect((await assistant.get(`${url}/panorama/values`)).status).toBe(404);
});

test('a series with missing slices has no panorama, and the reason is given', async () => {
  const { assistant, studyID, panorama } = await ready();
  const files = jaws.filter((_, at) => at < 30 || at > 44);
  expect(await sendStudy(assistant, studyID, files)).toMatchObject({ error: null });
  expect(await panorama()).toMatchObject({
    status: 'none',
    reason: 'Части срезов не хватает, панораму не построить',
    volume: null,
  });
});

test('an arch outside the scan, too short, of two points or with malformed points is refused', async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await makeScan(server);
  const correct = async (points: unknown[]) => {
    const reply = await assistant.put(`/assistant/studies/${studyID}/panorama/arch`, {
      points,
      version: null,
    });
    return [reply.status, (reply.body as { error?: string } | null)?.error ?? ''];
  };
  const right = [10, 50, 20];
  const front = [40, 10, 20];
  const left = [70, 50, 20];
  expect(await correct([right, front])).toMatchObject([400, expect.stringMatching(/[а-я]/)]);
  expect(await correct([right, [40, 10, null], left])).toMatchObject([400, expect.stringMatching(/[а-я]/)]);
  expect(await correct([right, [40, 10], left])).toMatchObject([400, expect.stringMatching(/[а-я]/)]);
  expect(await correct(Array.from({ length: 65 }, () => front))).toMatchObject([
    400,
    expect.stringMatching(/[а-я]/),
  ]);
  expect(await correct([right, [40, -10, 20], left])).toEqual([400, 'Точки дуги лежат за пределами снимка']);
  expect(await correct([front, front, front])).toEqual([400, 'Дуга слишком короткая']);
  expect((await correct([right, front, left]))[0]).toBe(200);
  // a second browser tab with the old version
  expect((await correct([right, front, left]))[0]).toBe(409);
});

test('panorama requests for an X-ray and for an archived study are refused with 409', async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const rg = await server.make.study({ type: 'rg', status: 'done', picture: true });
  expect((await assistant.get(`/assistant/studies/${rg.studyID}/panorama`)).status).toBe(409);
  const { studyID, objectID } = await makeScan(server);
  await server.context.db.updateTable('objects').set({ place: 'bin' }).where('id', '=', objectID).execute();
  const reply = await assistant.post(`/assistant/studies/${studyID}/panorama`, {});
  expect(reply).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('Исследование в архиве') },
  });
});
