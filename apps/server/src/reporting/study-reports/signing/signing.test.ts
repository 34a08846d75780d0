import { randomUUID } from 'node:crypto';
import { startReportPasskey } from '@snimok/contract/reporting/report-drafts';
import {
  getExternalReportDocument,
  getOwnReport,
  getReport,
  getReportState,
  listReports,
} from '@snimok/contract/reporting/study-reports';
import { getOwnStudy } from '@snimok/contract/studies/studies';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { withPasskey, withTOTP } from '../../../testing/callers/second-factor.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../../testing/callers/share.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { sealSentences } from '../document/sentences.ts';
import { issueCertificate, PASSWORD, withOpenSSL } from '../document/certificate-seal.fixture.ts';
import { pdfOf, reporter, startReporting } from '../study-reports.fixture.ts';

const signedReport = async (given?: Awaited<ReturnType<typeof startServer>>) => {
  const centre = await startReporting(given);
  await centre.one.start();
  await centre.one.text('conclusion', 'Хронический периодонтит зуба 36');
  expect(await centre.one.sign()).toBe(1);
  return centre;
};

test('a doctor reads a signed report as page and PDF, and the centre sees who has read it', async () => {
  const { server, one, doctor, ofDoctor, patient, studyID, owner } = await signedReport();
  const study = responseOf(
    getOwnStudy,
    await doctor.get(`/doctor/patients/${patient.patientID}/studies/${studyID}`),
  );
  expect(study.reportNumber).toBe(1);
  const readings = async () =>
    responseOf(getReportState, await one.client.get(one.path)).reports.map((report) =>
      report.readings.map(({ name }) => name),
    );
  expect(await readings()).toEqual([[]]);
  const report = responseOf(getOwnReport, await doctor.get(`${ofDoctor}/1`));
  expect(report).toMatchObject({
    number: 1,
    authorName: 'Ольга Петрова',
    reason: '',
    replacedBy: null,
    patientName: 'Ёлкин Пётр Ильич',
    conclusion: 'Хронический периодонтит зуба 36',
    sections: expect.arrayContaining([{ title: 'Качество исследования', text: 'Достаточное' }]),
  });
  await doctor.get(`${ofDoctor}/1`);
  expect(await readings()).toEqual([['Клиника на Невском']]);
  const pdf = await pdfOf(server, doctor, `${ofDoctor}/1/document`);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(pdf.text.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(decodeURIComponent(pdf.headers.get('content-disposition') ?? '')).toContain('_Заключение_1.pdf');
  const listed = responseOf(listReports, await one.client.get('/assistant/reports?state=signed'));
  expect(listed.reports).toMatchObject([{ studyID, signed: { number: 1, authorName: 'Ольга Петрова' } }]);
  expect(listed.reports[0]?.signed?.readAt).not.toBeNull();
  const events = await server.context.db
    .selectFrom('auditEvents')
    .select(['action', 'actorID'])
    .where('action', '=', 'report.read')
    .execute();
  expect(events).toEqual([{ action: 'report.read', actorID: owner.id }]);
});

test('clinicians of the client read a signed report; its receptionists and other doctors cannot', async () => {
  const { server, owner, patient, studyID, ofDoctor } = await signedReport();
  const { make, as } = server;
  const statusFor = async (account: Awaited<ReturnType<typeof make.doctor>>) => {
    const client = await as(account);
    return [(await client.get(`${ofDoctor}/1`)).status, (await client.get(`${ofDoctor}/1/document`)).status];
  };
  expect(await statusFor(await make.doctor())).toEqual([403, 403]);
  expect(await statusFor(await make.member(owner, 'doctor'))).toEqual([200, 200]);
  const reception = await make.member(owner, 'reception');
  expect(await statusFor(reception)).toEqual([403, 403]);
  const study = await (await as(reception)).get(`/doctor/patients/${patient.patientID}/studies/${studyID}`);
  expect(study.body).toMatchObject({ reportNumber: null });
  const own = await make.study({ doctor: owner, status: 'done' });
  const elsewhere = `/doctor/patients/${own.patientID}/studies/${studyID}/reports/1`;
  expect((await (await as(owner)).get(elsewhere)).status).toBe(404);
});

test('a correction is a new report with a reason, and the earlier one stays readable as replaced', async () => {
  const { one, other, doctor, ofDoctor } = await signedReport();
  expect((await other.start()).status).toBe(204);
  const draft = await other.draft();
  expect(draft.corrects).toBe(1);
  await other.text('conclusion', 'Хронический периодонтит зуба 46');
  expect(refusal(await other.trySign())).toEqual([400, 'Напишите, почему заключение исправляется']);
  expect(await other.sign({ reason: 'Ошибка в номере зуба' })).toBe(2);
  const first = responseOf(getOwnReport, await doctor.get(`${ofDoctor}/1`));
  expect(first).toMatchObject({ replacedBy: 2, conclusion: 'Хронический периодонтит зуба 36' });
  const second = responseOf(getReport, await one.client.get(`${one.path}/2`));
  expect(second).toMatchObject({
    reason: 'Ошибка в номере зуба',
    authorName: 'Иван Сидоров',
    replacedBy: null,
  });
  expect(second.versions.map(({ number }) => number)).toEqual([2, 1]);
});

test('a signature that is sent twice makes one report, and only one of several simultaneous signatures succeeds', async () => {
  const { one, other, server } = await startReporting();
  await one.start();
  await one.text('conclusion', 'Готово');
  const { version } = await one.draft();
  const request = { reportUUID: randomUUID(), version, reason: '' };
  const [first, second] = await Promise.all([
    one.client.post(one.path, request),
    one.client.post(one.path, request),
  ]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect((await one.client.post(one.path, request)).body).toEqual({ number: 1 });

  await one.start();
  const correction = { version: (await one.draft()).version, reason: 'Опечатка' };
  const replies = await Promise.all(
    [one, other, one, other].map(({ client }) =>
      client.post(one.path, { ...correction, reportUUID: randomUUID() }),
    ),
  );
  expect(replies.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
  const { count } = await server.context.db
    .selectFrom('studyReports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(2);
});

test('a draft that a colleague has changed since it was read cannot be signed', async () => {
  const { one, other } = await startReporting();
  await one.start();
  await one.text('conclusion', 'Готово');
  const { version } = await one.draft();
  await other.text('field:bone', 'Очаг деструкции');
  expect(refusal(await one.trySign({ version }))).toEqual([
    409,
    'Заключение изменилось после того, как вы его открыли. Проверьте изменения и повторите',
  ]);
});

test('an account with a second factor confirms the signature with it', async () => {
  const server = await startServer();
  const { one, olga, ivan, studyID } = await startReporting(server);
  const { owner: client, code } = await withTOTP(server, olga);
  const signer = reporter(client, studyID);
  await signer.start();
  await signer.text('conclusion', 'Готово');
  expect((await signer.draft()).confirmWith).toEqual(['totp', 'recovery']);
  expect(refusal(await signer.trySign())).toEqual([
    400,
    'Подтвердите подпись кодом из приложения или ключом доступа',
  ]);
  const wrong = await signer.trySign({ confirmation: { method: 'totp', code: '000000' } });
  expect(wrong.status).toBe(403);
  expect(await signer.sign({ confirmation: { method: 'totp', code: code() } })).toBe(1);
  expect((await one.client.get('/assistant/settings')).status).toBe(401);

  const { owner: holder, key } = await withPasskey(server, ivan);
  const second = reporter(holder, studyID);
  await second.start();
  const options = async (path: string) => responseOf(startReportPasskey, await holder.post(path));
  const passkey = key.get(await options(`${second.path}/passkey`));
  const confirmation = { method: 'passkey', passkey };
  expect(await second.sign({ reason: 'Опечатка', confirmation })).toBe(2);
  await second.start();
  // an assertion is accepted once
  expect((await second.trySign({ reason: 'Опечатка', confirmation })).status).toBe(403);
});

test('a report that cannot be sealed uses up no code of the second factor', async () => {
  const made = await withOpenSSL();
  const server = await startServer({
    REPORT_CERTIFICATE: made.file('centre.p12'),
    REPORT_CERTIFICATE_PASSWORD: PASSWORD,
  });
  const { olga, studyID } = await startReporting(server);
  const { owner, code } = await withTOTP(server, olga);
  const signer = reporter(owner, studyID);
  await signer.start();
  await signer.text('conclusion', 'Готово');
  const confirmation = { method: 'totp', code: code() };
  expect(refusal(await signer.trySign({ confirmation }))).toEqual([409, sealSentences.certificate]);
  await issueCertificate(made, 'centre');
  expect(await signer.sign({ confirmation })).toBe(1);
});

test('the database refuses to change or delete a signed report, except with its study', async () => {
  const { server, studyID } = await signedReport();
  const { db } = server.context;
  for (const statement of [
    sql`update study_reports set reason = 'x'`,
    sql`delete from study_reports`,
    sql`truncate study_reports cascade`,
  ])
    await expect(statement.execute(db)).rejects.toThrow(/do not change|append-only/);
  await db.deleteFrom('studies').where('id', '=', studyID).execute();
  const rest = await db.selectFrom('studyReports').select('number').execute();
  expect(rest).toEqual([]);
});

test('clients who see the study get a letter about a signed report unless they declined, and webhooks a message', async () => {
  const server = await startServer();
  await server.work('send-letter');
  const { make, as, outbox, context } = server;
  const { one, owner, patient, studyID } = await startReporting(server);
  const colleague = await make.doctor({ name: 'Коллега' });
  const declining = await make.doctor();
  await context.db
    .insertInto('patientShares')
    .values([colleague, declining].map(({ id }) => ({ patientID: patient.patientID, doctorID: id })))
    .execute();
  await (await as(declining)).put('/account/letters', { declined: ['reports'] });
  await make.member(owner, 'reception');
  await one.client.post('/assistant/integrations/webhooks', {
    name: 'РИС',
    url: 'https://ris.test/',
    events: ['report.signed'],
  });
  await one.start();
  await one.text('conclusion', 'Готово');
  await one.sign();
  const letters = await until('the letters', () => {
    const found = outbox.filter(({ subject }) => subject.includes('заключение'));
    return found.length >= 2 && found;
  });
  expect(letters.map(({ to }) => to).toSorted()).toEqual([owner.email, colleague.email].toSorted());
  expect(letters[0]?.text).toContain(`/patients/${patient.patientID}/studies/${studyID}/reports/1`);
  expect(letters[0]?.text).not.toContain('Ёлкин');
  const [message] = await context.db.selectFrom('webhookMessages').select('body').execute();
  expect(JSON.parse(message?.body ?? '{}')).toMatchObject({
    type: 'report.signed',
    data: { studyID, reportNumber: 1 },
  });
});

test('doctors learn of a signed report by text message and in the digest, without the name', async () => {
  const server = await startServer({ SMS_URL: 'https://sms.test/?to={to}&text={text}' });
  const { one, owner, patient, studyID } = await startReporting(server);
  const { db } = server.context;
  const chosen = { phone: '+79991234567', smsKinds: ['reports'], digestKinds: ['reports'] };
  const reception = await server.make.member(owner, 'reception');
  for (const accountID of [owner.id, reception.id])
    await db
      .insertInto('notificationSettings')
      .values({ accountID, ...chosen })
      .execute();
  await db
    .updateTable('accounts')
    .set({ declinedLetters: ['reports'] })
    .where('id', '=', owner.id)
    .execute();
  await one.start();
  await one.text('conclusion', 'Готово');
  await one.sign();
  const path = `/doctor-area/patients/${patient.patientID}/studies/${studyID}/reports/1`;
  const [text, ...more] = await db.selectFrom('notices').selectAll().execute();
  expect(more).toEqual([]);
  expect(text).toMatchObject({ accountID: owner.id, channel: 'sms', reason: 'reports' });
  expect(text?.content).toContain(path);
  expect(text?.content).not.toContain('Ёлкин');
  const lines = await db.selectFrom('digestItems').select(['accountID', 'path', 'title']).execute();
  expect(lines).toMatchObject([{ accountID: owner.id, path }]);
  expect(lines[0]?.title).not.toContain('Ёлкин');
});

test('the recipient of a link downloads the newest report only with the right to download', async () => {
  const { one, server, studyID } = await signedReport();
  const { nobody } = server;
  const open = async (flags: string[]) =>
    shareHeaders((await shareStudy(one.client, studyID, { flags })).token);
  const downloads = await open(['download']);
  const views = await open(['remote-viewer']);
  const path = getExternalReportDocument.url;
  expect((await nobody.get(path, downloads)).status).toBe(200);
  expect((await nobody.get(path, views)).status).toBe(403);
  expect((await nobody.get('/external/study', downloads)).body).toMatchObject({ hasReport: true });
  expect((await nobody.get('/external/study', views)).body).not.toHaveProperty('hasReport');
});
