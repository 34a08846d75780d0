import { expect, test } from 'vitest';
import { refusal } from '../../testing/requests-and-waiting/contract.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { listJobs } from '../../testing/portal/queued-jobs.ts';
import {
  CONTENT,
  makeCopyOf,
  runJobs,
  makeDoneStudy,
  keysIn,
  neverAborted,
  studyRow,
  YEAR_MS,
} from './lifecycle.fixture.ts';
import { runMaintenance } from './maintenance.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { download, makeArchivedStudy } from './restore.fixture.ts';

test('a restored study becomes done without a new upload', async () => {
  const { server, study, assistant, path } = await makeArchivedStudy();
  expect((await assistant.put(`${path}/restore`)).status).toBe(204);
  expect((await assistant.get(path)).body).toMatchObject({
    status: 'in-work',
    restored: true,
    comingBack: true,
  });
  expect((await assistant.get('/assistant/patients-for-restore')).body).toMatchObject({
    patients: [{ patientID: study.patientID }],
    totalCount: 1,
  });
  expect(refusal(await assistant.post(`${path}/upload`))).toEqual([
    409,
    'Исследование восстанавливается из архива, загружать файлы не нужно',
  ]);
  await server.work();
  await until('the study to be done', async () => (await studyRow(server, study.studyID)).status === 'done');
  expect((await assistant.get(path)).body).toMatchObject({
    status: 'done',
    restored: true,
    comingBack: false,
  });
  expect(await download(server, study.studyID)).toBe(CONTENT);
  await until(
    'the cold copy to be removed',
    async () => (await keysIn(server.context.archive, 'archive/')).length === 0,
  );
  expect((await assistant.get('/assistant/patients-for-restore')).body).toMatchObject({ totalCount: 0 });
  // its age counts from the restore
  server.clock.advance(YEAR_MS - DAY_MS);
  await runMaintenance(server.context, neverAborted);
  expect((await studyRow(server, study.studyID)).status).toBe('done');
});

test('a doctor can restore own studies, but not those of a shared patient', async () => {
  const { server, study, doctor, assistant } = await makeArchivedStudy();
  const { as, make, context } = server;
  const friend = await make.doctor();
  await context.db
    .insertInto('patientShares')
    .values({ patientID: study.patientID, doctorID: friend.id })
    .execute();
  const owner = await as(doctor);
  const reader = await as(friend);
  const other = await as(await make.doctor());
  const path = `/doctor/patients/${study.patientID}/studies/${study.studyID}`;
  expect(refusal(await reader.put(`${path}/restore`))).toEqual([403, 'У вас нет прав на это действие']);
  expect((await other.put(`${path}/restore`)).status).toBe(403);
  expect((await reader.put(`/assistant/studies/${study.studyID}/restore`)).status).toBe(403);
  const otherPatient = await make.patient({ doctor });
  const wrongPatient = `/doctor/patients/${otherPatient.patientID}/studies/${study.studyID}`;
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
  const { body } = await assistant.get(`/assistant/patients/${study.patientID}/history`);
  const actions = (body as { events: { action: string }[] }).events.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['study.archive', 'study.restore', 'study.publish']));
});

test('only an archived study can be restored, and only one of several simultaneous requests succeeds', async () => {
  const { server, study, assistant, path } = await makeArchivedStudy();
  const done = await makeDoneStudy(server);
  const fresh = await server.make.study();
  for (const { studyID } of [done, fresh]) {
    expect(refusal(await assistant.put(`/assistant/studies/${studyID}/restore`))).toEqual([
      409,
      'Восстановить можно только исследование, которое в архиве',
    ]);
  }
  const replies = await Promise.all([1, 2, 3].map(() => assistant.put(`${path}/restore`)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
  expect(refusal(await assistant.put(`${path}/restore`))).toEqual([
    409,
    'Исследование уже восстанавливается',
  ]);
  const rows = await listJobs(server.context.db, { key: `settle-object:${study.objectID}` });
  expect(rows).toHaveLength(1);
  expect((await assistant.put('/assistant/studies/999999/restore')).status).toBe(404);
});

test('two studies of one object are restored separately', async () => {
  const { server, study, assistant, path } = await makeArchivedStudy();
  const copy = await makeCopyOf(server, study.objectID);
  await server.context.db
    .updateTable('studies')
    .set({ status: 'archived' })
    .where('id', '=', copy.studyID)
    .execute();
  await assistant.put(`${path}/restore`);
  await runJobs(server);
  expect((await studyRow(server, study.studyID)).status).toBe('done');
  expect((await studyRow(server, copy.studyID)).status).toBe('archived');
  await assistant.put(`/assistant/studies/${copy.studyID}/restore`);
  await runJobs(server);
  expect(await studyRow(server, copy.studyID)).toMatchObject({ status: 'done', restored: true });
  expect(await download(server, copy.studyID)).toBe(CONTENT);
});
