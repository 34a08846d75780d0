import { listDeletedPatients, listDeletedStudies } from '@snimok/contract/studies/lifecycle';
import { getExternalStudy } from '@snimok/contract/viewing/external-shares';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { maintainAndRunJobs, makeDoneStudy } from './lifecycle.fixture.ts';

const studiesIn = async (assistant: TestClient, query = '') =>
  responseOf(listDeletedStudies, await assistant.get(`/assistant/studies/deleted${query}`));
const patientsIn = async (assistant: TestClient, query = '') =>
  responseOf(listDeletedPatients, await assistant.get(`/assistant/patients/deleted${query}`));
const search = (text: string) => `?query=${encodeURIComponent(text)}`;

const signIn = async ({ as, make }: TestServer, name: string) => as(await make.assistant({ name }));

test('the bin lists deleted studies for 30 days, with who deleted them and when', async () => {
  const server = await startServer();
  const { make, clock } = server;
  const doctor = await make.doctor({ name: 'Белый клык' });
  const patient = await make.patient({ doctor, name: 'Иванова Анна' });
  const done = await makeDoneStudy(server, { patient });
  const inWork = await make.study({ patient });
  let assistant = await signIn(server, 'Дарья Смирнова');
  expect(await studiesIn(assistant)).toEqual({ studies: [], currentOffset: 0, totalCount: 0 });
  await assistant.delete(`/assistant/studies/${done.studyID}`);
  clock.advance(60_000);
  const colleague = await signIn(server, 'Ольга Петрова');
  await colleague.delete(`/assistant/studies/${inWork.studyID}`);

  const { studies, totalCount } = await studiesIn(assistant);
  expect(totalCount).toBe(2);
  // the last deleted first
  expect(studies.map(({ studyID, deletedBy }) => [studyID, deletedBy])).toEqual([
    [inWork.studyID, 'Ольга Петрова'],
    [done.studyID, 'Дарья Смирнова'],
  ]);
  const [, first] = studies;
  expect(Date.parse(first!.keptUntil) - Date.parse(first!.deletedAt)).toBe(30 * DAY_MS);
  expect(first).toMatchObject({
    patientName: 'Иванова Анна',
    doctorName: 'Белый клык',
    doctorID: doctor.id,
    status: 'done',
    patientDeleted: false,
    liveSharesCount: 0,
  });

  clock.advance(30 * DAY_MS - 60_000);
  assistant = await signIn(server, 'Дарья Смирнова');
  // a row that is due to be purged is not listed, even before the maintenance has run
  expect((await studiesIn(assistant)).studies.map(({ studyID }) => studyID)).toEqual([inWork.studyID]);
  await maintainAndRunJobs(server);
  expect((await studiesIn(assistant)).totalCount).toBe(1);
});

test('a study restored from the bin is available to the doctor and by its link again, and the history records it', async () => {
  const server = await startServer();
  const { as, make, nobody } = server;
  const doctor = await make.doctor();
  const study = await makeDoneStudy(server, { doctor });
  const assistant = await signIn(server, 'Дарья Смирнова');
  const owner = await as(doctor);
  const path = `/assistant/studies/${study.studyID}`;
  const { token } = await shareStudy(assistant, study.studyID, { flags: ['download'] });
  const open = () => nobody.get('/external/study', shareHeaders(token));
  await assistant.delete(path);
  expect((await open()).status).toBe(404);
  expect((await studiesIn(assistant)).studies).toMatchObject([{ liveSharesCount: 1, status: 'done' }]);

  expect((await assistant.post(`${path}/undelete`)).status).toBe(204);
  expect(await studiesIn(assistant)).toMatchObject({ studies: [], totalCount: 0 });
  expect(responseOf(getExternalStudy, await open())).toMatchObject({ flags: ['download'] });
  const own = await owner.get(`/doctor/patients/${study.patientID}/studies/${study.studyID}`);
  expect(own.body).toMatchObject({ status: 'available' });
  const { body } = await assistant.get(`/assistant/patients/${study.patientID}/history`);
  expect(body).toMatchObject({
    events: expect.arrayContaining([
      expect.objectContaining({ action: 'study.undelete', actorName: 'Дарья Смирнова' }),
    ]),
  });
});

test('restoring a study restores the card of its patient too', async () => {
  const server = await startServer();
  const { as, make } = server;
  const doctor = await make.doctor();
  const study = await makeDoneStudy(server, { doctor });
  const assistant = await signIn(server, 'Дарья Смирнова');
  await assistant.delete(`/assistant/studies/${study.studyID}`);
  await assistant.delete(`/assistant/patients/${study.patientID}`);
  expect((await studiesIn(assistant)).studies).toMatchObject([{ patientDeleted: true }]);
  expect((await patientsIn(assistant)).patients).toMatchObject([
    { patientID: study.patientID, doctorID: doctor.id, deletedBy: 'Дарья Смирнова' },
  ]);
  expect((await assistant.post(`/assistant/studies/${study.studyID}/undelete`)).status).toBe(204);
  expect((await patientsIn(assistant)).totalCount).toBe(0);
  expect((await assistant.get(`/assistant/patients/${study.patientID}`)).status).toBe(200);
  expect((await (await as(doctor)).get('/doctor/patients')).body).toMatchObject({ totalCount: 1 });
});

test('the bin is searched by patient and client, and paged', async () => {
  const server = await startServer();
  const { make, context, clock } = server;
  const clinic = await make.doctor({ name: 'Клиника на Невском' });
  const patient = await make.patient({ doctor: clinic, name: 'Сидорова Алёна' });
  const wanted = await make.study({ patient });
  const other = await make.patient({ name: 'Петров Пётр' });
  for (let study = 0; study < 31; study += 1) await make.study({ patient: other });
  await context.db.updateTable('studies').set({ deletedAt: clock.now() }).execute();
  await context.db.updateTable('patients').set({ deletedAt: clock.now() }).execute();
  const assistant = await signIn(server, 'Дарья Смирнова');
  for (const text of ['сидор', 'алена сидорова', 'невском', 'сидорова невском']) {
    expect((await studiesIn(assistant, search(text))).studies.map(({ studyID }) => studyID)).toEqual([
      wanted.studyID,
    ]);
    expect((await patientsIn(assistant, search(text))).totalCount).toBe(1);
  }
  expect((await studiesIn(assistant, search('петров невском'))).totalCount).toBe(0);
  expect((await patientsIn(assistant)).totalCount).toBe(2);
  const first = await studiesIn(assistant);
  const second = await studiesIn(assistant, '?offset=30');
  expect([first.studies.length, second.studies.length, second.totalCount]).toEqual([30, 2, 32]);
  expect(new Set([...first.studies, ...second.studies].map(({ studyID }) => studyID)).size).toBe(32);
  // rows of an earlier version or a lost record: shown without a name
  expect(first.studies[0]?.deletedBy).toBeNull();
});

test('the bin does not list a deleted study whose files are gone', async () => {
  const server = await startServer();
  const study = await makeDoneStudy(server);
  const assistant = await signIn(server, 'Дарья Смирнова');
  await assistant.delete(`/assistant/studies/${study.studyID}`);
  expect((await studiesIn(assistant)).totalCount).toBe(1);
  const { db, storage } = server.context;
  await db.updateTable('objects').set({ place: 'gone' }).where('id', '=', study.objectID).execute();
  await storage.remove(`studies/${study.objectID}.zip`);
  expect(await studiesIn(assistant)).toMatchObject({ studies: [], totalCount: 0 });
});
