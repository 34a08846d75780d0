import { getDisc, requestDisc } from '@snimok/contract/studies/discs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verify } from '../../entry/backup/verify.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { radiograph, volume } from '../../testing/scans/dicom.ts';
import { storeStudyFiles } from '../../testing/scans/dicom-object.ts';
import { setExamined } from '../../testing/scans/examined-at.ts';
import { type FileToSend, sendStudy } from '../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { filesIn } from '../../testing/scans/zips.ts';
import { removeOldDiscs } from './discs.ts';

const photograph = async (): Promise<FileToSend> => ({
  filename: 'Фото/улыбка.png',
  bytes: await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c96' } })
    .png()
    .toBuffer(),
});

const startWithStudy = async (files: FileToSend[], type: 'cbct' | 'rg' = 'cbct') => {
  const server = await startServer();
  await server.work('process-upload', 'make-disc', 'delete-expired-data', 'delete-unused-files');
  const doctor = await server.make.doctor();
  const patient = await server.make.patient({ doctor, name: 'Иванов <Иван> Иванович' });
  const { studyID } = await server.make.study({ patient, type });
  const assistant = await server.as(await server.make.assistant());
  await sendStudy(assistant, studyID, files);
  return { ...server, server, doctor, patient, studyID, assistant, path: `/studies/${studyID}/disc` };
};

const makeDisc = async (client: TestClient, path: string) => {
  responseOf(requestDisc, await client.post(path));
  return until('the disc', async () => {
    const state = responseOf(getDisc, await client.get(path));
    return state.status !== 'making' && state;
  });
};

const keysOf = async ({ context }: Pick<TestServer, 'context'>) => {
  const keys: string[] = [];
  for await (const { key } of context.storage.list('discs/')) keys.push(key);
  return keys;
};

/** The file ids in a DICOMDIR, as paths. */
const fileIDsIn = (directory: Buffer) =>
  [...directory.toString('latin1').matchAll(/DICOM\\S\d{4}\\I\d{5}/g)].map(([id]) =>
    id.replaceAll('\\', '/'),
  );

test('a disc has a DICOMDIR, the images as they were sent, and a page with pictures', async () => {
  const images = [...volume(12), radiograph()];
  const damaged = { filename: 'Фото/damaged.png', bytes: Buffer.from('89504e470d0a1a0a0102', 'hex') };
  const program = { filename: 'viewer.exe', bytes: Buffer.from('MZ') };
  const sent = [...images, await photograph(), damaged, program];
  const { assistant, path } = await startWithStudy(sent);
  expect(responseOf(getDisc, await assistant.get(path)).status).toBe('none');
  const disc = await makeDisc(assistant, path);
  expect(disc).toMatchObject({ status: 'ready', reason: null });
  const reply = await fetch(disc.presignedURL!);
  expect(decodeURIComponent(reply.headers.get('content-disposition') ?? '')).toContain('_КЛКТ_диск.zip');
  const zip = Buffer.from(await reply.arrayBuffer());
  expect(zip.length).toBe(disc.sizeBytes);

  const found = await filesIn(zip);
  const stored = [...found].filter(([name]) => name.startsWith('DICOM/'));
  expect(stored).toHaveLength(images.length);
  for (const { bytes } of images)
    expect(stored.some(([, content]) => content.equals(Buffer.from(bytes)))).toBe(true);
  expect(found.has('FILES/Фото/улыбка.png')).toBe(true);
  expect(found.get(`FILES/${damaged.filename}`)).toEqual(damaged.bytes);
  expect([...found.keys()].filter((name) => name.includes('viewer.exe'))).toEqual([]);

  expect(fileIDsIn(found.get('DICOMDIR')!).toSorted()).toEqual(stored.map(([name]) => name).toSorted());

  const page = found.get('index.html')!.toString();
  expect(page).toContain('<h1>Иванов &#60;Иван&#62; Иванович</h1>');
  const shown = JSON.parse(/id="series">(.*?)<\/script>/s.exec(page)![1]!) as { pictures: string[] }[];
  expect(shown.map(({ pictures }) => pictures.length)).toEqual([12, 1, 1]);
  for (const name of shown.flatMap(({ pictures }) => pictures)) {
    const { format, width } = await sharp(found.get(name)).metadata();
    expect([name, format, (width ?? 0) > 0]).toEqual([name, 'jpeg', true]);
  }
});

test('the page of a disc says when the images were taken, otherwise when they were uploaded', async () => {
  const { assistant, path, studyID, context } = await startWithStudy([await photograph()], 'rg');
  const createdAt = new Date('2026-03-01T22:30:00Z');
  await context.db.updateTable('studies').set({ createdAt }).where('id', '=', studyID).execute();
  const titleOf = async () => {
    const zip = await fetch((await makeDisc(assistant, path)).presignedURL!);
    const page = (await filesIn(Buffer.from(await zip.arrayBuffer()))).get('index.html')!.toString();
    return /<title>.*: (.*)<\/title>/.exec(page)?.[1];
  };
  await setExamined(context, studyID, { day: '2026-02-27', time: '23:10', offset: '-05:00' });
  expect(await titleOf()).toBe('Рентген (2D), 27.02.2026');
  // a disc of another date is made again
  await setExamined(context, studyID, null);
  expect(await titleOf()).toBe('Рентген (2D), загружено 02.03.2026');
});

test('a disc may be made by every user who may download the study; the URL stops working when that right ends', async () => {
  const { server, assistant, doctor, studyID, path, make, as, nobody } = await startWithStudy(
    [radiograph()],
    'rg',
  );
  const owner = await as(doctor);
  expect((await (await as(await make.doctor())).post(path)).status).toBe(404);
  expect((await (await as(await make.member(doctor, 'reception'))).post(path)).status).toBe(403);
  const { presignedURL } = await makeDisc(owner, path);
  expect((await fetch(presignedURL!)).status).toBe(200);

  const viewing = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  expect((await nobody.post('/external/study/disc', undefined, shareHeaders(viewing.token))).status).toBe(
    403,
  );
  const share = await shareStudy(assistant, studyID, { flags: ['download'] });
  const headers = shareHeaders(share.token);
  const shared = responseOf(getDisc, await nobody.get('/external/study/disc', headers));
  expect(shared.status).toBe('ready');
  expect((await fetch(shared.presignedURL!)).status).toBe(200);
  await assistant.delete(`/assistant/studies/${studyID}/external-shares/${share.shareUUID}`);
  expect((await fetch(shared.presignedURL!)).status).toBe(403);

  await server.context.auditBuffer.flush();
  const records = await server.context.db
    .selectFrom('auditEvents')
    .select('action')
    .where('action', 'in', ['study.download', 'share.download'])
    .execute();
  expect(records.map(({ action }) => action).toSorted()).toEqual(['share.download', 'study.download']);
});

test('a disc is made again when the patient is renamed, and removed after a day', async () => {
  const { server, assistant, patient, path, clock, context } = await startWithStudy([radiograph()], 'rg');
  expect((await makeDisc(assistant, path)).status).toBe('ready');
  const [first] = await keysOf(server);
  expect(await makeDisc(assistant, path)).toMatchObject({ status: 'ready' });
  expect(await keysOf(server)).toEqual([first]);

  await assistant.put(`/assistant/patients/${patient.patientID}`, {
    name: 'Петров Иван Иванович',
    sex: 'male',
    birthday: '1980-01-02',
  });
  expect(responseOf(getDisc, await assistant.get(path)).status).toBe('none');
  const again = await makeDisc(assistant, path);
  const page = (await filesIn(Buffer.from(await (await fetch(again.presignedURL!)).arrayBuffer()))).get(
    'index.html',
  );
  expect(page!.toString()).toContain('Петров Иван Иванович');
  await until('the removal', async () => {
    const keys = await keysOf(server);
    return keys.length === 1 && keys[0] !== first;
  });
  const check = () => verify(context, { quick: false, print: () => undefined });
  expect(await check()).toMatchObject({ missing: 0, damaged: 0, orphans: 0 });

  clock.advance(DAY_MS + 1);
  await removeOldDiscs(context);
  await until('the removal', async () => (await keysOf(server)).length === 0);
  expect(await context.db.selectFrom('studyDiscs').selectAll().execute()).toEqual([]);
});

test('no disc can be made of a study without images', async () => {
  const { as, make, context, work } = await startServer();
  const { studyID } = await make.study({ status: 'done' });
  await storeStudyFiles(context, studyID, '2.25.1', [{ filename: 'a.txt', bytes: Buffer.from('а') }]);
  await work('process-upload', 'make-disc', 'delete-expired-data', 'delete-unused-files');
  expect(await makeDisc(await as(await make.assistant()), `/studies/${studyID}/disc`)).toMatchObject({
    status: 'failed',
    reason: 'В исследовании нет снимков, которые можно записать на диск',
  });
});
