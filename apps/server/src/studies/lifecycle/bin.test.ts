import { expect, test } from 'vitest';
import { processSentFiles } from '../processing/process-upload.ts';
import { radiograph } from '../../testing/dicom.ts';
import { refusal } from '../../testing/contract.ts';
import { completed, putBytes, sendFiles, startUploadOf } from '../../testing/sending.ts';
import { startServer } from '../../testing/server.ts';
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
  YEAR_MS,
} from './lifecycle.fixture.ts';
import { runMaintenance } from './maintenance.ts';
import { DAY_MS } from '../../platform/duration.ts';

const TOO_LATE =
  'Удалить исследование можно до публикации или в течение 24 часов после неё. Срок удаления прошёл';

test('a deleted study is gone from every list, lookup, picture and download, and comes back whole', async () => {
  const server = await startServer();
  const { as, make } = server;
  const doctor = await make.doctor();
  const study = await makeDoneStudy(server, { doctor });
  const [centre, clinic] = [await as(await make.assistant()), await as(doctor)];
  const path = `/assistant/studies/${study.studyID}`;
  const { presignedURL } = (await centre.get(`${path}/download`)).body as { presignedURL: string };
  const download = () => fetch(presignedURL.replace('http://portal.test', server.address));

  expect((await centre.get(path)).body).toMatchObject({ assistantCanDelete: true });
  expect((await centre.delete(path)).status).toBe(204);
  const own = `/doctor/patients/${study.patientID}/studies`;
  for (const hidden of [path, `${path}/download`, `/studies/${study.studyID}/picture?size=card`]) {
    expect((await centre.get(hidden)).status).toBe(404);
  }
  expect((await clinic.get(`${own}/${study.studyID}`)).status).toBe(404);
  expect((await download()).status).toBe(403);
  for (const list of ['/assistant/studies', `/assistant/patients/${study.patientID}/studies`]) {
    expect((await centre.get(list)).body).toMatchObject({ studies: [], totalCount: 0 });
  }
  expect((await clinic.get(own)).body).toMatchObject({ studies: [], totalCount: 0 });
  expect((await centre.get('/assistant/counters')).body).toMatchObject({ studiesCount: 0 });
  expect((await centre.delete(path)).status).toBe(404);

  expect((await clinic.post(`${path}/undelete`)).status).toBe(403);
  expect((await centre.post(`${path}/undelete`)).status).toBe(204);
  expect((await centre.post(`${path}/undelete`)).status).toBe(204);
  expect((await centre.get(path)).body).toMatchObject({ status: 'done' });
  expect(await (await download()).text()).toBe(CONTENT);
  const { body } = await centre.get(`/assistant/patients/${study.patientID}/history`);
  const noted = (body as { events: { action: string }[] }).events.map(({ action }) => action);
  expect(noted.filter((action) => action.includes('delete'))).toEqual(['study.undelete', 'study.delete']);
});

test('a study is deleted until a day after it was done, and no later', async () => {
  const server = await startServer();
  const { as, make, clock, context } = server;
  const study = await makeDoneStudy(server);
  const inWork = await make.study();
  clock.pass(DAY_MS - 60_000);
  let centre = await as(await make.assistant());
  const card = async (id: number) => (await centre.get(`/assistant/studies/${id}`)).body;
  expect(await card(study.studyID)).toMatchObject({ assistantCanDelete: true });
  clock.pass(60_000);
  expect(await card(study.studyID)).toMatchObject({ assistantCanDelete: false });
  expect(refusal(await centre.delete(`/assistant/studies/${study.studyID}`))).toEqual([409, TOO_LATE]);
  clock.pass(YEAR_MS);
  await maintainAndRunJobs(server);
  centre = await as(await make.assistant());
  expect(refusal(await centre.delete(`/assistant/studies/${study.studyID}`))).toEqual([409, TOO_LATE]);
  await context.db
    .updateTable('studies')
    .set({ status: 'in-work', restored: true })
    .where('id', '=', study.studyID)
    .execute();
  expect(refusal(await centre.delete(`/assistant/studies/${study.studyID}`))).toEqual([409, TOO_LATE]);
  // what was never published may go at any time
  expect((await centre.delete(`/assistant/studies/${inWork.studyID}`)).status).toBe(204);
});

test('the upload of a deleted study takes nothing more, and goes on when the study is taken back', async () => {
  const server = await startServer();
  const { as, make } = server;
  const { studyID } = await make.study({ type: 'rg' });
  const centre = await as(await make.assistant());
  const file = radiograph();
  const uploadUUID = await sendFiles(centre, studyID, [file]);
  const wish = { filename: 'ещё.dcm', filesize: 4 };
  const url = `/assistant/uploads/${uploadUUID}`;
  const { presignedURL } = (await centre.post(`${url}/presigned-url`, wish)).body as { presignedURL: string };
  await centre.delete(`/assistant/studies/${studyID}`);
  expect((await putBytes(presignedURL, Buffer.from('abcd'))).status).toBe(403);
  expect((await centre.post(`${url}/presigned-url`, wish)).status).toBe(404);
  expect((await centre.post(`${url}/complete`, { finalFiles: [file.filename] })).status).toBe(404);
  expect((await centre.post(`/assistant/studies/${studyID}/upload`)).status).toBe(404);

  await centre.post(`/assistant/studies/${studyID}/undelete`);
  expect(await startUploadOf(centre, studyID)).toMatchObject({ uploadUUID, status: 'uploading' });
  await completed(centre, uploadUUID, [file]);
  // deleted while it is processed: it is done in the bin
  await centre.delete(`/assistant/studies/${studyID}`);
  await processSentFiles(server.context, { uploadUUID }, neverAborted);
  expect((await centre.get(`/assistant/studies/${studyID}`)).status).toBe(404);
  await centre.post(`/assistant/studies/${studyID}/undelete`);
  expect((await centre.get(`/assistant/studies/${studyID}`)).body).toMatchObject({ status: 'done' });
});

test('a patient without studies can be deleted and taken back, one with studies cannot', async () => {
  const server = await startServer();
  const { as, make } = server;
  const doctor = await make.doctor();
  const study = await makeDoneStudy(server, { doctor });
  const [centre, clinic] = [await as(await make.assistant()), await as(doctor)];
  const path = `/assistant/patients/${study.patientID}`;
  expect((await centre.get(path)).body).toMatchObject({ assistantCanDelete: false });
  expect(refusal(await centre.delete(path))).toEqual([409, 'Удалить можно только карточку без исследований']);
  await centre.delete(`/assistant/studies/${study.studyID}`);
  expect((await centre.get(path)).body).toMatchObject({ assistantCanDelete: true });
  expect((await centre.delete(path)).status).toBe(204);
  expect((await centre.get(path)).status).toBe(404);
  expect((await centre.delete(path)).status).toBe(404);
  expect((await clinic.get(`/doctor/patients/${study.patientID}`)).status).toBe(404);
  expect((await clinic.get('/doctor/patients')).body).toMatchObject({ totalCount: 0 });
  expect((await centre.post(`${path}/studies`, { studyType: 'rg' })).status).toBe(404);
  expect(refusal(await centre.post(`/assistant/studies/${study.studyID}/undelete`))).toEqual([
    409,
    'Карточка пациента удалена. Сначала верните её',
  ]);
  expect((await centre.post(`${path}/undelete`)).status).toBe(204);
  expect((await centre.post(`/assistant/studies/${study.studyID}/undelete`)).status).toBe(204);
  expect((await clinic.get('/doctor/patients')).body).toMatchObject({ totalCount: 1 });
  expect((await centre.get('/assistant/counters')).body).toMatchObject({ studiesCount: 1 });
});

test('a patient is never deleted under a study that is just being made', async () => {
  const { as, make } = await startServer();
  const centre = await as(await make.assistant());
  for (let round = 0; round < 10; round += 1) {
    const { patientID } = await make.patient();
    const [deleted, made] = await Promise.all([
      centre.delete(`/assistant/patients/${patientID}`),
      centre.post(`/assistant/patients/${patientID}/studies`, { studyType: 'rg' }),
    ]);
    expect([
      [204, 404],
      [409, 201],
    ]).toContainEqual([deleted.status, made.status]);
  }
});

test('after thirty days in the bin a study is purged with all its bytes, and a patient after her', async () => {
  const server = await startServer();
  const { as, make, clock, context } = server;
  const study = await makeDoneStudy(server);
  const unfinished = await make.study();
  let centre = await as(await make.assistant());
  await sendFiles(centre, unfinished.studyID, [radiograph()]);
  for (const { studyID, patientID } of [study, unfinished]) {
    await centre.delete(`/assistant/studies/${studyID}`);
    await centre.delete(`/assistant/patients/${patientID}`);
  }
  clock.pass(30 * DAY_MS - 60_000);
  await maintainAndRunJobs(server);
  expect(await keysIn(context.storage, '')).toHaveLength(3);
  clock.pass(60_000);
  await Promise.all([runMaintenance(context, neverAborted), runMaintenance(context, neverAborted)]);
  await runJobs(server);
  expect(await keysIn(context.storage, '')).toEqual([]);
  expect(await objectRow(server, study.objectID)).toBeUndefined();
  centre = await as(await make.assistant());
  for (const { studyID, patientID } of [study, unfinished]) {
    expect((await centre.post(`/assistant/studies/${studyID}/undelete`)).status).toBe(404);
    expect((await centre.post(`/assistant/patients/${patientID}/undelete`)).status).toBe(404);
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

test('a purged study never takes the object of its copy along', async () => {
  const server = await startServer();
  const { as, make, clock, context } = server;
  const original = await makeDoneStudy(server);
  const copy = await makeCopyOf(server, original.objectID);
  const centre = await as(await make.assistant());
  await centre.delete(`/assistant/studies/${original.studyID}`);
  clock.pass(30 * DAY_MS);
  await maintainAndRunJobs(server);
  expect(await keysIn(context.storage, 'studies/')).toHaveLength(1);
  expect(await keysIn(context.storage, 'pictures/')).toHaveLength(1);
  // and from the cold store it goes with the last of them
  clock.pass(YEAR_MS);
  await maintainAndRunJobs(server);
  expect(await studyRow(server, copy.studyID)).toMatchObject({ status: 'archived' });
  await context.db
    .updateTable('studies')
    .set({ deletedAt: clock.now() })
    .where('id', '=', copy.studyID)
    .execute();
  clock.pass(30 * DAY_MS);
  await maintainAndRunJobs(server);
  expect(await keysIn(context.archive, '')).toEqual([]);
  expect(await keysIn(context.storage, '')).toEqual([]);
});
