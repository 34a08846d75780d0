import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/requests-and-waiting/contract.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { sendFiles, sendStudy } from '../../testing/scans/sending.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { runJobs, keysIn, maintainAndRunJobs, neverAborted, objectRow } from './lifecycle.fixture.ts';
import { reconcile } from './reconcile.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { makeArchivedStudy } from './restore.fixture.ts';

test('a restore retries for an hour if the cold store lost the object, then needs a new upload', async () => {
  const { server, study, assistant, path } = await makeArchivedStudy({}, 'rg');
  const { context, clock } = server;
  const { archive } = context;
  const [key = ''] = await keysIn(archive, 'archive/');
  await archive?.put(key, Readable.from([Buffer.from('rotten')]));
  await assistant.put(`${path}/restore`);
  const payload = { objectID: study.objectID, askedAt: clock.now().toISOString() };
  await expect(reconcile(context, payload, neverAborted)).rejects.toThrow('bytes instead of');
  expect((await assistant.get(path)).body).toMatchObject({ comingBack: true });
  clock.advance(60 * 60_000);
  await reconcile(context, payload, neverAborted);
  expect((await assistant.get(path)).body).toMatchObject({
    status: 'in-work',
    restored: true,
    comingBack: false,
  });
  // the damaged copy is kept for a repair
  expect(await keysIn(archive, 'archive/')).toEqual([key]);

  await server.work();
  expect(await sendStudy(assistant, study.studyID, [radiograph()])).toMatchObject({ error: null });
  expect((await assistant.get(path)).body).toMatchObject({ status: 'done', restored: true });
  await until('the old object to be deleted', async () => !(await objectRow(server, study.objectID)));
  await until('its damaged copy to be removed', async () => (await keysIn(archive, 'archive/')).length === 0);
});

test('without a cold store the object is moved to the bin and a restore needs a new upload', async () => {
  const { server, study, doctor, path } = await makeArchivedStudy({ ARCHIVE_URL: 'off' }, 'rg');
  const { context, clock } = server;
  const keys = () => keysIn(context.storage, 'studies/');
  expect(await objectRow(server, study.objectID)).toMatchObject({ place: 'bin' });
  clock.advance(30 * DAY_MS - 60_000);
  await maintainAndRunJobs(server);
  expect(await keys()).toHaveLength(1);
  clock.advance(60_000);
  await maintainAndRunJobs(server);
  expect(await keys()).toEqual([]);
  expect(await objectRow(server, study.objectID)).toMatchObject({ place: 'gone' });
  const assistant = await server.as(await server.make.assistant());
  expect((await assistant.get(`/studies/${study.studyID}/picture?size=card`)).body).toContain('picture');

  expect((await assistant.put(`${path}/restore`)).status).toBe(204);
  await runJobs(server);
  expect((await assistant.get(path)).body).toMatchObject({
    status: 'in-work',
    restored: true,
    comingBack: false,
  });
  // the study waits for an upload, and is not being restored
  expect(refusal(await assistant.put(`${path}/restore`))).toEqual([
    409,
    'Восстановить можно только исследование, которое в архиве',
  ]);
  const owner = await server.as(doctor);
  const own = await owner.get(`/doctor/patients/${study.patientID}/studies/${study.studyID}`);
  expect(own.body).toMatchObject({ status: 'in-work', comingBack: false });
  expect((await assistant.get('/assistant/patients-for-restore')).body).toMatchObject({ totalCount: 1 });

  await server.work();
  // the files of a failed upload are kept while the study is in work
  const text = { filename: 'записка.txt', bytes: Buffer.from('не снимок') };
  const failed = await sendStudy(assistant, study.studyID, [text]);
  expect(failed.error).toMatch(/нет снимков/);
  expect(await keysIn(context.storage, 'uploads/')).toHaveLength(1);
  expect(await sendStudy(assistant, study.studyID, [radiograph()])).toMatchObject({ error: null });
  expect((await assistant.get(path)).body).toMatchObject({ status: 'done', restored: true });
  await until(
    'the sent files to be removed',
    async () => (await keysIn(context.storage, 'uploads/')).length === 0,
  );
  await until('the old object to be deleted', async () => !(await objectRow(server, study.objectID)));
  await until(
    'its picture to be removed',
    async () => !(await keysIn(context.storage, 'pictures/')).some((key) => key.includes(study.objectID)),
  );
});

test('a study archived before the cold store was switched off needs a new upload', async () => {
  const { server, study, assistant, path } = await makeArchivedStudy();
  await assistant.put(`${path}/restore`);
  await reconcile({ ...server.context, archive: null }, { objectID: study.objectID }, neverAborted);
  expect((await assistant.get(path)).body).toMatchObject({
    status: 'in-work',
    restored: true,
    comingBack: false,
  });
  await sendFiles(assistant, study.studyID, [radiograph()]);
});
