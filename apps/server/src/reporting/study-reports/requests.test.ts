import { getReportDraft } from '@snimok/contract/reporting/report-drafts';
import { getDoctorSettings } from '@snimok/contract/people/web-app-settings';
import { listReports } from '@snimok/contract/reporting/study-reports';
import { createStudy, getOwnStudy, getStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startReporting } from './study-reports.fixture.ts';

const start = async () => {
  const centre = await startReporting();
  const { patient, studyID, doctor, one } = centre;
  const path = `/doctor/patients/${patient.patientID}/studies/${studyID}`;
  const seenBy = async (client: TestClient) => responseOf(getOwnStudy, await client.get(path));
  const ask = (client: TestClient, question = '') =>
    client.put(`${path}/reports/requested`, { requested: true, question });
  const withdraw = (client: TestClient) => client.put(`${path}/reports/requested`, { requested: false });
  const waiting = async () =>
    responseOf(listReports, await one.client.get('/assistant/reports?state=waiting')).reports;
  return { ...centre, path, seenBy, ask, withdraw, waiting, own: () => seenBy(doctor) };
};

test('a doctor asks once for a report, and its author sees who asked and the question', async () => {
  const { server, one, doctor, ask, own, waiting, studyID } = await start();
  expect(await own()).toMatchObject({ reportRequest: null, canRequestReport: true });
  expect((await ask(doctor, 'Есть ли кариес зуба 36?')).status).toBe(204);
  // a repeated request, because the answer was lost
  expect((await ask(doctor, 'Есть ли кариес зуба 36?')).status).toBe(204);
  expect(refusal(await ask(doctor, 'Другой вопрос'))).toEqual([
    409,
    'Заключение по этому исследованию уже запрошено',
  ]);
  expect((await ask(doctor, 'в'.repeat(1001))).status).toBe(400);
  const request = {
    byName: 'Клиника на Невском',
    byClient: true,
    question: 'Есть ли кариес зуба 36?',
    requestedAt: expect.any(String),
  };
  expect(await own()).toMatchObject({
    reportRequest: request,
    canRequestReport: false,
    canWithdrawReportRequest: true,
  });
  expect(await waiting()).toMatchObject([{ studyID, request }]);
  expect(responseOf(getStudy, await one.client.get(`/assistant/studies/${studyID}`))).toMatchObject({
    reportRequest: request,
  });
  await one.start();
  expect(responseOf(getReportDraft, await one.client.get(`${one.path}/draft`)).request).toEqual(request);
  await one.text('conclusion', 'Кариеса нет');
  await one.sign();
  expect(await own()).toMatchObject({
    reportRequest: null,
    canRequestReport: false,
    reportNumber: 1,
    reportSignedAt: expect.any(String),
  });
  expect(refusal(await ask(doctor))).toEqual([409, 'Заключение по этому исследованию уже подписано']);
  const events = await server.context.db
    .selectFrom('auditEvents')
    .select('studyID')
    .where('action', '=', 'report.request')
    .execute();
  expect(events).toEqual([{ studyID }]);
});

test('a doctor can withdraw the request for a report until an assistant begins the report', async () => {
  const { one, doctor, ask, withdraw, own, waiting } = await start();
  await ask(doctor, 'Пазухи');
  expect((await withdraw(doctor)).status).toBe(204);
  expect((await withdraw(doctor)).status).toBe(204);
  expect(await waiting()).toEqual([]);
  await ask(doctor);
  await one.start();
  expect(await own()).toMatchObject({ canWithdrawReportRequest: false });
  expect(refusal(await withdraw(doctor))).toEqual([
    409,
    'Центр уже пишет заключение: отменить запрос нельзя',
  ]);
});

test('a request of the centre is shown to the doctor without its question, and only the centre withdraws it', async () => {
  const { one, doctor, ask, withdraw, own } = await start();
  const requested = { requested: true, question: 'Проверьте пазухи, врач сомневается' };
  expect((await one.client.put(`${one.path}/requested`, requested)).status).toBe(204);
  expect(await own()).toMatchObject({
    reportRequest: { byName: null, byClient: false, question: '' },
    canWithdrawReportRequest: false,
  });
  expect(refusal(await withdraw(doctor))).toEqual([
    409,
    'Заключение запросил центр: вы не можете отменить этот запрос',
  ]);
  expect((await ask(doctor)).status).toBe(409);
});

test('clinicians of the client request reports and withdraw requests; receptionists and doctors with a share cannot', async () => {
  const { server, owner, patient, ask, withdraw, seenBy, doctor } = await start();
  const { make, as, context } = server;
  const colleague = await make.doctor();
  await context.db
    .insertInto('patientShares')
    .values({ patientID: patient.patientID, doctorID: colleague.id })
    .execute();
  const shared = await as(colleague);
  expect((await ask(shared)).status).toBe(403);
  expect(await seenBy(shared)).toMatchObject({ canRequestReport: false });
  // another person of the same client asks and withdraws
  const clinician = await as(await make.member(owner, 'doctor'));
  expect((await ask(clinician)).status).toBe(204);
  const reception = await as(await make.member(owner, 'reception'));
  expect(await seenBy(reception)).not.toHaveProperty('reportRequest');
  expect((await withdraw(reception)).status).toBe(403);
  expect((await withdraw(shared)).status).toBe(403);
  expect((await withdraw(doctor)).status).toBe(204);
});

test('a study is created with a request for a report', async () => {
  const { one, patient, waiting } = await start();
  const create = async (report: object) =>
    responseOf(
      createStudy,
      await one.client.post(`/assistant/patients/${patient.patientID}/studies`, {
        studyType: 'cbct',
        comment: '',
        ...report,
      }),
    ).studyID;
  await create({});
  await create({ reportRequested: false, reportQuestion: 'Вопрос' });
  const studyID = await create({ reportRequested: true, reportQuestion: 'Размер кисты' });
  expect(await waiting()).toMatchObject([
    { studyID, request: { byName: 'Ольга Петрова', byClient: false, question: 'Размер кисты' } },
  ]);
});

test('reports are offered to clients only if an assistant has the right to write them', async () => {
  const { server, doctor } = await start();
  const offered = async () =>
    responseOf(getDoctorSettings, await doctor.get('/doctor/settings')).studyReportsEnabled;
  expect(await offered()).toBe(true);
  await server.context.db
    .updateTable('accounts')
    .set({ rights: ['studies', 'admin'] })
    .where('role', '=', 'assistant')
    .execute();
  expect(await offered()).toBe(false);
});
