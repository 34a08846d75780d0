import { expect, test } from 'vitest';
import { processSentFiles } from '../processing/process-upload.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { refusal } from '../../testing/requests-and-waiting/contract.ts';
import { completeUploadOf, putBytes, sendFiles, startUploadOf } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import {
  CONTENT,
  makeCopyOf,
  runJobs,
  makeDoneStudy,
  makeSegmentation,
  keysIn,
  maintainAndRunJobs,
  neverAborted,
  objectRow,
  studyRow,
  YEAR_MS,
} from './lifecycle.fixture.ts';
import { runMaintenance } from './maintenance.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';

const TOO_LATE =
  'Удалить исследование можно до публикации или в течение 24 часов после неё. Срок удаления прошёл';

test('a deleted study is hidden from lists, lookups, pictures and downloads until it is undeleted', async () => {
  const server = await startServer();
  const { as, make } = server;
  const doctor = await make.doctor();
  const study = await makeDoneStudy(server, { doctor });
  const assistant = await as(await make.assistant());
  const owner = await as(doctor);
  const path = `/assistant/studies/${study.studyID}`;
  const { presignedURL } = (await assistant.get(`${path}/download`)).body as { presignedURL: string };
  const download = () => fetch(presignedURL.replace('http://portal.test', server.address));

  expect((await assistant.get(path)).body).toMatchObject({ assistantCanDelete: true });
  expect((await assistant.delete(path)).status).toBe(204);
  const own = `/doctor/patients/${study.patientID}/studies`;
  for (const hidden of [path, `${path}/download`, `/studies/${study.studyID}/picture?size=card`]) {
    expect((await assistant.get(hidden)).status).toBe(404);
  }
  expect((await owner.get(`${own}/${study.studyID}`)).status).toBe(404);
  expect((await download()).status).toBe(403);
  for (const list of ['/assistant/studies', `/assistant/patients/${study.patientID}/studies`]) {
    expect((await assistant.get(list)).body).toMatchObject({ studies: [], totalCount: 0 });
  }
  expect((await owner.get(own)).body).toMatchObject({ studies: [], totalCount: 0 });
  expect((await assistant.get('/assistant/counters')).body).toMatchObject({ studiesCount: 0 });
  expect((await assistant.delete(path)).status).toBe(404);

  expect((await owner.post(`${path}/undelete`)).status).toBe(403);
  expect((await assistant.post(`${path}/undelete`)).status).toBe(204);
  expect((await assistant.post(`${path}/undelete`)).status).toBe(204);
  expect((await assistant.get(path)).body).toMatchObject({ status: 'done' });
  expect(await (await download()).text()).toBe(CONTENT);
  const { body } = await assistant.get(`/assistant/patients/${study.patientID}/history`);
  const recorded = (body as { events: { action: string }[] }).events.map(({ action }) => action);
  expect(recorded.filter((action) => action.includes('delete'))).toEqual(['study.undelete', 'study.delete']);
});

test('a study can be deleted up to 24 hours after it was done', async () => {
  const server = await startServer();
  const { as, make, clock, context } = server;
  const study = await makeDoneStudy(server);
  const inWork = await make.study();
  clock.advance(DAY_MS - 60_000);
  let assistant = await as(await make.assistant());
  const card = async (id: number) => (await assistant.get(`/assistant/studies/${id}`)).body;
  expect(await card(study.studyID)).toMatchObject({ assistantCanDelete: true });
  clock.advance(60_000);
  expect(await card(study.studyID)).toMatchObject({ assistantCanDelete: false });
  expect(refusal(await assistant.delete(`/assistant/studies/${study.studyID}`))).toEqual([409, TOO_LATE]);
  clock.advance(YEAR_MS);
  await maintainAndRunJobs(server);
  assistant = await as(await make.assistant());
  expect(refusal(await assistant.delete(`/assistant/studies/${study.studyID}`))).toEqual([409, TOO_LATE]);
  await context.db
    .updateTable('studies')
    .set({ status: 'in-work', restored: true })
    .where('id', '=', study.studyID)
    .execute();
  expect(refusal(await assistant.delete(`/assistant/studies/${study.studyID}`))).toEqual([409, TOO_LATE]);
  // a study that was never published can be deleted at any time
  expect((await assistant.delete(`/assistant/studies/${inWork.studyID}`)).status).toBe(204);
});

test('the upload of a deleted study accepts nothing until the study is undeleted', async () => {
  const server = await startServer();
  const { as, make } = server;
  const { studyID } = await make.study({ type: 'rg' });
  const assistant = await as(await make.assistant());
  const file = radiograph();
  const uploadUUID = await sendFiles(assistant, studyID, [file]);
  const newFile = { filename: 'ещё.dcm', filesize: 4 };
  const url = `/assistant/uploads/${uploadUUID}`;
  const { presignedURL } = (await assistant.post(`${url}/presigned-url`, newFile)).body as {
    presignedURL: string;
  };
  await assistant.delete(`/assistant/studies/${studyID}`);
  expect((await putBytes(presignedURL, Buffer.from('abcd'))).status).toBe(403);
  expect((await assistant.post(`${url}/presigned-url`, newFile)).status).toBe(404);
  expect((await assistant.post(`${url}/complete`, { finalFiles: [file.filename] })).status).toBe(404);
  expect((await assistant.post(`/assistant/studies/${studyID}/upload`)).status).toBe(404);

  await assistant.post(`/assistant/studies/${studyID}/undelete`);
  expect(await startUploadOf(assistant, studyID)).toMatchObject({ uploadUUID, status: 'uploading' });
  await completeUploadOf(assistant, uploadUUID, [file]);
  // a study deleted while its upload is processed becomes done in the bin
  await assistant.delete(`/assistant/studies/${studyID}`);
  await processSentFiles(server.context, { uploadUUID }, neverAborted);
  expect((await assistant.get(`/assistant/studies/${studyID}`)).status).toBe(404);
  await assistant.post(`/assistant/studies/${studyID}/undelete`);
  expect((await assistant.get(`/assistant/studies/${studyID}`)).body).toMatchObject({ status: 'done' });
});

test('only a patient without studies can be deleted, and it can be undeleted', async () => {
  const server = await startServer();
  const { as, make } = server;
  const doctor = await make.doctor();
  const study = await makeDoneStudy(server, { doctor });
  const assistant = await as(await make.assistant());
  const owner = await as(doctor);
  const path = `/assistant/patients/${study.patientID}`;
  expect((await assistant.get(path)).body).toMatchObject({ assistantCanDelete: false });
  expect(refusal(await assistant.delete(path))).toEqual([
    409,
    'Удалить можно только карточку без исследований',
  ]);
  await assistant.delete(`/assistant/studies/${study.studyID}`);
  expect((await assistant.get(path)).body).toMatchObject({ assistantCanDelete: true });
  expect((await assistant.delete(path)).status).toBe(204);
  expect((await assistant.get(path)).status).toBe(404);
  expect((await assistant.delete(path)).status).toBe(404);
  expect((await owner.get(`/doctor/patients/${study.patientID}`)).status).toBe(404);
  expect((await owner.get('/doctor/patients')).body).toMatchObject({ totalCount: 0 });
  expect((await assistant.post(`${path}/studies`, { studyType: 'rg' })).status).toBe(404);
  expect((await assistant.post(`${path}/undelete`)).status).toBe(204);
  expect((await assistant.post(`/assistant/studies/${study.studyID}/undelete`)).status).toBe(204);
  expect((await owner.get('/doctor/patients')).body).toMatchObject({ totalCount: 1 });
  expect((await assistant.get('/assistant/counters')).body).toMatchObject({ studiesCount: 1 });
});

test('when a patient is deleted while a study is created for it, exactly one of the two requests succeeds', async () => {
  const { as, make } = await startServer();
  const assistant = await as(await make.assistant());
  for (let round = 0; round < 10; round += 1) {
    const { patientID } = await make.patient();
    const [deleted, created] = await Promise.all([
      assistant.delete(`/assistant/patients/${patientID}`),
      assistant.post(`/assistant/patients/${patientID}/studies`, { studyType: 'rg' }),
    ]);
    expect([
      [204, 404],
      [409, 201],
    ]).toContainEqual([deleted.status, created.status]);
  }
});

test('after 30 days in the bin a study is purged with its files, and then its patient', async () => {
  const server = await startServer();
  const { as, make, clock, context } = server;
  const study = await makeDoneStudy(server);
  const unfinished = await make.study();
  let assistant = await as(await make.assistant());
  await sendFiles(assistant, unfinished.studyID, [radiograph()]);
  for (const { studyID, patientID } of [study, unfinished]) {
    await assistant.delete(`/assistant/studies/${studyID}`);
    await assistant.delete(`/assistant/patients/${patientID}`);
  }
  clock.advance(30 * DAY_MS - 60_000);
  await maintainAndRunJobs(server);
  expect(await keysIn(context.storage, '')).toHaveLength(3);
  clock.advance(60_000);
  await Promise.all([runMaintenance(context, neverAborted), runMaintenance(context, neverAborted)]);
  await runJobs(server);
  expect(await keysIn(context.storage, '')).toEqual([]);
  expect(await objectRow(server, study.objectID)).toBeUndefined();
  assistant = await as(await make.assistant());
  for (const { studyID, patientID } of [study, unfinished]) {
    expect((await assistant.post(`/assistant/studies/${studyID}/undelete`)).status).toBe(404);
    expect((await assistant.post(`/assistant/patients/${patientID}/undelete`)).status).toBe(404);
  }
  const { rows } = await context.pool.query<{ action: string }>(
    `select action from audit_events where action like '%.purge' order by action`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'patient.purge',
    'patient.purge',
    'study.purge',
    'study.purge',
  ]);
});

test('purging a study keeps the object that its copy uses', async () => {
  const server = await startServer();
  const { as, make, clock, context } = server;
  const original = await makeDoneStudy(server);
  const copy = await makeCopyOf(server, original.objectID);
  const assistant = await as(await make.assistant());
  await assistant.delete(`/assistant/studies/${original.studyID}`);
  clock.advance(30 * DAY_MS);
  await maintainAndRunJobs(server);
  expect(await keysIn(context.storage, 'studies/')).toHaveLength(1);
  expect(await keysIn(context.storage, 'pictures/')).toHaveLength(1);
  // the object is deleted from the cold store together with the last study
  clock.advance(YEAR_MS);
  await maintainAndRunJobs(server);
  expect(await studyRow(server, copy.studyID)).toMatchObject({ status: 'archived' });
  await context.db
    .updateTable('studies')
    .set({ deletedAt: clock.now() })
    .where('id', '=', copy.studyID)
    .execute();
  clock.advance(30 * DAY_MS);
  await maintainAndRunJobs(server);
  expect(await keysIn(context.archive, '')).toEqual([]);
  expect(await keysIn(context.storage, '')).toEqual([]);
});

test('a segmentation is purged only with the last study that uses its files', async () => {
  const server = await startServer();
  const study = await makeDoneStudy(server);
  await makeSegmentation(server, study);
  const copy = await makeCopyOf(server, study.objectID);
  const account = await server.make.assistant();
  const { storage, db } = server.context;
  const purge = async (studyID: number) => {
    const assistant = await server.as(account);
    expect((await assistant.delete(`/assistant/studies/${studyID}`)).status).toBe(204);
    server.clock.advance(31 * DAY_MS);
    await maintainAndRunJobs(server);
  };
  const segmentation = () =>
    db.selectFrom('segmentations').select(['objectID', 'studyID', 'status']).execute();

  await purge(study.studyID);
  expect(await segmentation()).toEqual([{ objectID: study.objectID, studyID: null, status: 'ready' }]);
  expect(await keysIn(storage, 'segmentations/')).toHaveLength(1);
  await db.updateTable('studies').set({ doneAt: server.context.clock.now() }).execute();
  await purge(copy.studyID);
  expect(await segmentation()).toEqual([]);
  expect(await keysIn(storage, '')).toEqual([]);
});

test('a study that cannot be purged does not prevent the purge of other studies', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const stuck = await makeDoneStudy(server);
  const other = await makeDoneStudy(server);
  const assistant = await server.as(await server.make.assistant());
  for (const { studyID } of [stuck, other])
    expect((await assistant.delete(`/assistant/studies/${studyID}`)).status).toBe(204);
  await context.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'the row is damaged'; end $$;
    create trigger refuse before delete on studies for each row when (old.id = ${stuck.studyID}) execute function refuse()`);
  clock.advance(31 * DAY_MS);
  await expect(runMaintenance(context, neverAborted)).rejects.toThrow('the row is damaged');
  const left = await context.db.selectFrom('studies').select('id').execute();
  expect(left).toEqual([{ id: stuck.studyID }]);
});
