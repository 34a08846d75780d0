import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { radiograph } from '../../testing/dicom.ts';
import { refusal } from '../../testing/contract.ts';
import { sendFiles, sendStudy } from '../../testing/sending.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import {
  CONTENT,
  makeCopyOf,
  runJobs,
  makeDoneStudy,
  keysIn,
  maintainAndRunJobs,
  neverAborted,
  objectRow,
  studyRow,
  countIntactCopies,
  withChangedStore,
  YEAR_MS,
} from './lifecycle.fixture.ts';
import { runMaintenance } from './maintenance.ts';
import { reconcile } from './reconcile.ts';
import { DAY_MS } from '../../platform/duration.ts';

/** A study that lies in the cold store, its doctor and an assistant. */
const archived = async (settings: Record<string, string> = {}, type: 'rg' | 'cbct' = 'cbct') => {
  const server = await startServer(settings);
  const doctor = await server.make.doctor();
  const study = await makeDoneStudy(server, { doctor, type });
  server.clock.pass(YEAR_MS);
  await maintainAndRunJobs(server);
  expect((await studyRow(server, study.studyID)).status).toBe('archived');
  const centre = await server.as(await server.make.assistant());
  return { server, study, doctor, centre, path: `/assistant/studies/${study.studyID}` };
};

const download = async ({ as, make, address }: TestServer, studyID: number) => {
  const centre = await as(await make.assistant());
  const reply = await centre.get(`/assistant/studies/${studyID}/download`);
  const { presignedURL } = reply.body as { presignedURL: string };
  return (await fetch(presignedURL.replace('http://portal.test', address))).text();
};

test('an assistant restores a study, and it comes back by itself', async () => {
  const { server, study, centre, path } = await archived();
  expect((await centre.put(`${path}/restore`)).status).toBe(204);
  expect((await centre.get(path)).body).toMatchObject({
    status: 'in-work',
    restored: true,
    comingBack: true,
  });
  expect((await centre.get('/assistant/patients-for-restore')).body).toMatchObject({
    patients: [{ patientID: study.patientID }],
    totalCount: 1,
  });
  expect(refusal(await centre.post(`${path}/upload`))).toEqual([
    409,
    'Исследование восстанавливается из архива, загружать файлы не нужно',
  ]);
  await server.work();
  await until('the study to be back', async () => (await studyRow(server, study.studyID)).status === 'done');
  expect((await centre.get(path)).body).toMatchObject({ status: 'done', restored: true, comingBack: false });
  expect(await download(server, study.studyID)).toBe(CONTENT);
  await until(
    'the cold copy to go',
    async () => (await keysIn(server.context.archive, 'archive/')).length === 0,
  );
  expect((await centre.get('/assistant/patients-for-restore')).body).toMatchObject({ totalCount: 0 });
  // its time begins anew
  server.clock.pass(YEAR_MS - DAY_MS);
  await runMaintenance(server.context, neverAborted);
  expect((await studyRow(server, study.studyID)).status).toBe('done');
});

test('a doctor restores her own studies, but none of a patient who was shared with her', async () => {
  const { server, study, doctor, centre } = await archived();
  const { as, make, context } = server;
  const friend = await make.doctor();
  await context.db
    .insertInto('patientShares')
    .values({ patientID: study.patientID, doctorID: friend.id })
    .execute();
  const [owner, reader, stranger] = [await as(doctor), await as(friend), await as(await make.doctor())];
  const path = `/doctor/patients/${study.patientID}/studies/${study.studyID}`;
  expect(refusal(await reader.put(`${path}/restore`))).toEqual([403, 'У вас нет прав на это действие']);
  expect((await stranger.put(`${path}/restore`)).status).toBe(403);
  expect((await reader.put(`/assistant/studies/${study.studyID}/restore`)).status).toBe(403);
  const other = await make.patient({ doctor });
  const wrongPatient = `/doctor/patients/${other.patientID}/studies/${study.studyID}`;
  expect((await owner.put(`${wrongPatient}/restore`)).status).toBe(404);
  expect((await studyRow(server, study.studyID)).status).toBe('archived');

  expect((await owner.put(`${path}/restore`)).status).toBe(204);
  expect((await reader.get(path)).body).toMatchObject({
    status: 'in-work',
    restored: true,
    comingBack: true,
  });
  await runJobs(server);
  expect((await owner.get(path)).body).toMatchObject({ status: 'available', restored: true });
  const { body } = await centre.get(`/assistant/patients/${study.patientID}/history`);
  const actions = (body as { events: { action: string }[] }).events.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['study.archive', 'study.restore', 'study.publish']));
});

test('only an archived study is restored, and of two who ask at once one does', async () => {
  const { server, study, centre, path } = await archived();
  const done = await makeDoneStudy(server);
  const fresh = await server.make.study();
  for (const { studyID } of [done, fresh]) {
    expect(refusal(await centre.put(`/assistant/studies/${studyID}/restore`))).toEqual([
      409,
      'Восстановить можно только исследование, которое в архиве',
    ]);
  }
  const replies = await Promise.all([1, 2, 3].map(() => centre.put(`${path}/restore`)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
  expect(refusal(await centre.put(`${path}/restore`))).toEqual([409, 'Исследование уже восстанавливается']);
  const { rows } = await server.context.pool.query(
    `select payload from graphile_worker._private_jobs where key = $1`,
    [`settle-object:${study.objectID}`],
  );
  expect(rows).toHaveLength(1);
  expect((await centre.put('/assistant/studies/999999/restore')).status).toBe(404);
});

const died = () => Promise.reject(new Error('killed'));

test('killed anywhere on the way back, the restoring begins again and loses nothing', async () => {
  const { server, study, centre, path } = await archived();
  const { context } = server;
  await centre.put(`${path}/restore`);
  const deaths = [
    { store: context.archive, change: { copyTo: died } },
    { store: context.storage, change: { read: died } },
  ];
  for (const { store, change } of deaths) {
    await withChangedStore(store, change, () =>
      expect(reconcile(context, { objectID: study.objectID }, neverAborted)).rejects.toThrow('killed'),
    );
    expect(await studyRow(server, study.studyID)).toMatchObject({ status: 'in-work', restored: true });
    expect(await countIntactCopies(server)).toBeGreaterThan(0);
  }
  await Promise.all([1, 2].map(() => reconcile(context, { objectID: study.objectID }, neverAborted)));
  expect((await studyRow(server, study.studyID)).status).toBe('done');
  expect(await countIntactCopies(server)).toBe(2);
  await runJobs(server);
  expect(await countIntactCopies(server)).toBe(1);
  expect(await download(server, study.studyID)).toBe(CONTENT);
});

test('a study restored while it is being carried away is at hand at once, and stays so', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const study = await makeDoneStudy(server);
  clock.pass(YEAR_MS);
  const centre = await server.as(await server.make.assistant());
  await runMaintenance(context, neverAborted);
  const { objectID } = study;
  const { archive } = context;
  const readCopy = archive?.read.bind(archive);
  const read = async (key: string) => {
    // the copy is made, the row not yet changed
    await centre.put(`/assistant/studies/${study.studyID}/restore`);
    await reconcile(context, { objectID }, neverAborted);
    return readCopy?.(key) ?? died();
  };
  await withChangedStore(archive, { read }, () => reconcile(context, { objectID }, neverAborted));
  expect(await studyRow(server, study.studyID)).toMatchObject({ status: 'done', restored: true });
  expect(await objectRow(server, study.objectID)).toMatchObject({ place: 'warm', moves: 1 });
  expect(await download(server, study.studyID)).toBe(CONTENT);
  // carried away again before the copy made in vain is removed: that removal touches no newer copy
  clock.pass(YEAR_MS);
  await runMaintenance(context, neverAborted);
  await reconcile(context, { objectID: study.objectID }, neverAborted);
  await runJobs(server);
  expect(await keysIn(context.archive, 'archive/')).toEqual([`archive/${study.objectID}.2.zip`]);
  expect(await countIntactCopies(server)).toBe(1);
});

test('a worker that was thought dead comes back late, and changes nothing', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const { objectID, studyID } = await makeDoneStudy(server);
  clock.pass(YEAR_MS);
  const centre = await server.as(await server.make.assistant());
  await runMaintenance(context, neverAborted);
  const { archive } = context;
  const readCopy = archive?.read.bind(archive);
  let asleep = false;
  const read = async (key: string) => {
    const copy = await readCopy?.(key);
    if (!asleep) {
      // while it sleeps, others carry the object away and back again
      asleep = true;
      await runJobs(server);
      await centre.put(`/assistant/studies/${studyID}/restore`);
      await runJobs(server);
    }
    return copy ?? died();
  };
  await withChangedStore(archive, { read }, () => reconcile(context, { objectID }, neverAborted));
  await runJobs(server);
  expect(await objectRow(server, objectID)).toMatchObject({
    place: 'warm',
    key: `studies/${objectID}.2.zip`,
    moves: 2,
  });
  expect(await download(server, studyID)).toBe(CONTENT);
  expect(await keysIn(archive, 'archive/')).toEqual([]);
});

test('two studies of one object are restored each by itself', async () => {
  const { server, study, centre, path } = await archived();
  const copy = await makeCopyOf(server, study.objectID);
  await server.context.db
    .updateTable('studies')
    .set({ status: 'archived' })
    .where('id', '=', copy.studyID)
    .execute();
  await centre.put(`${path}/restore`);
  await runJobs(server);
  expect((await studyRow(server, study.studyID)).status).toBe('done');
  expect((await studyRow(server, copy.studyID)).status).toBe('archived');
  await centre.put(`/assistant/studies/${copy.studyID}/restore`);
  await runJobs(server);
  expect(await studyRow(server, copy.studyID)).toMatchObject({ status: 'done', restored: true });
  expect(await download(server, copy.studyID)).toBe(CONTENT);
});

test('what the cold store has lost is asked for again for an hour, then uploaded anew', async () => {
  const { server, study, centre, path } = await archived({}, 'rg');
  const { context, clock } = server;
  const { archive } = context;
  const [key = ''] = await keysIn(archive, 'archive/');
  await archive?.put(key, Readable.from([Buffer.from('rotten')]));
  await centre.put(`${path}/restore`);
  const asked = { objectID: study.objectID, askedAt: clock.now().toISOString() };
  await expect(reconcile(context, asked, neverAborted)).rejects.toThrow('bytes instead of');
  expect((await centre.get(path)).body).toMatchObject({ comingBack: true });
  clock.pass(60 * 60_000);
  await reconcile(context, asked, neverAborted);
  expect((await centre.get(path)).body).toMatchObject({
    status: 'in-work',
    restored: true,
    comingBack: false,
  });
  // somebody may be able to repair it
  expect(await keysIn(archive, 'archive/')).toEqual([key]);

  await server.work();
  expect(await sendStudy(centre, study.studyID, [radiograph()])).toMatchObject({ error: null });
  expect((await centre.get(path)).body).toMatchObject({ status: 'done', restored: true });
  await until('the old object to go', async () => !(await objectRow(server, study.objectID)));
  await until('what was left of it to go', async () => (await keysIn(archive, 'archive/')).length === 0);
});

test('without a cold store the object goes to the bin, and a restored study waits for a new upload', async () => {
  const { server, study, doctor, path } = await archived({ ARCHIVE_URL: 'off' }, 'rg');
  const { context, clock } = server;
  const keys = () => keysIn(context.storage, 'studies/');
  expect(await objectRow(server, study.objectID)).toMatchObject({ place: 'bin' });
  clock.pass(30 * DAY_MS - 60_000);
  await maintainAndRunJobs(server);
  expect(await keys()).toHaveLength(1);
  clock.pass(60_000);
  await maintainAndRunJobs(server);
  expect(await keys()).toEqual([]);
  expect(await objectRow(server, study.objectID)).toMatchObject({ place: 'gone' });
  const centre = await server.as(await server.make.assistant());
  expect((await centre.get(`/studies/${study.studyID}/picture?size=card`)).body).toContain('picture');

  expect((await centre.put(`${path}/restore`)).status).toBe(204);
  await runJobs(server);
  expect((await centre.get(path)).body).toMatchObject({
    status: 'in-work',
    restored: true,
    comingBack: false,
  });
  const clinic = await server.as(doctor);
  const own = await clinic.get(`/doctor/patients/${study.patientID}/studies/${study.studyID}`);
  expect(own.body).toMatchObject({ status: 'in-work', comingBack: false });
  expect((await centre.get('/assistant/patients-for-restore')).body).toMatchObject({ totalCount: 1 });

  await server.work();
  // a failed upload keeps what was sent, for the study is still in work
  const text = { filename: 'записка.txt', bytes: Buffer.from('не снимок') };
  const failed = await sendStudy(centre, study.studyID, [text]);
  expect(failed.error).toMatch(/не найдено снимков/);
  expect(await keysIn(context.storage, 'uploads/')).toHaveLength(1);
  expect(await sendStudy(centre, study.studyID, [radiograph()])).toMatchObject({ error: null });
  expect((await centre.get(path)).body).toMatchObject({ status: 'done', restored: true });
  await until(
    'all that was sent to go',
    async () => (await keysIn(context.storage, 'uploads/')).length === 0,
  );
  await until('the old object and its picture to go', async () => !(await objectRow(server, study.objectID)));
  await until(
    'its picture to go',
    async () => !(await keysIn(context.storage, 'pictures/')).some((key) => key.includes(study.objectID)),
  );
});

test('an archive that was switched off meanwhile makes a restored study wait for a new upload', async () => {
  const { server, study, centre, path } = await archived();
  await centre.put(`${path}/restore`);
  await reconcile({ ...server.context, archive: null }, { objectID: study.objectID }, neverAborted);
  expect((await centre.get(path)).body).toMatchObject({
    status: 'in-work',
    restored: true,
    comingBack: false,
  });
  await sendFiles(centre, study.studyID, [radiograph()]);
});
