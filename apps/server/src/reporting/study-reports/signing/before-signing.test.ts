import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { pdfText } from '../../../testing/pictures-and-documents/pdf-text.ts';
import { reportSentences } from '../report-rows/sentences.ts';
import { accepted, startCentre } from '../../../reception/referrals/referrals.fixture.ts';
import { pdfOf, reporter, startReporting } from '../study-reports.fixture.ts';

test('a report without a conclusion cannot be signed, even if it has findings', async () => {
  const { one } = await startReporting();
  await one.start();
  await one.save({
    kind: 'finding',
    part: `finding:${randomUUID()}`,
    version: 0,
    value: { teeth: ['36'], text: 'Кариес' },
  });
  await one.text('conclusion', '   ');
  expect(refusal(await one.trySign())).toEqual([400, reportSentences.noConclusion]);
  await one.text('conclusion', 'Кариес зуба 36');
  expect(await one.sign()).toBe(1);
});

test('without a second factor, signing a report requires the password to be entered within the last ten minutes', async () => {
  const { one, server, olga, studyID } = await startReporting();
  await one.start();
  await one.text('conclusion', 'Готово');
  server.clock.advance(10 * 60_000 + 1);
  expect(await one.trySign()).toMatchObject({ status: 403, body: { code: 'confirmation_required' } });
  const proof = { method: 'password', password: olga.password };
  expect((await one.client.post('/account/confirmation', proof)).status).toBe(204);
  expect(await one.sign()).toBe(1);
  expect(await pdfOf(server, one.client, `/assistant/studies/${studyID}/reports/1/document`)).toMatchObject({
    status: 200,
  });
});

test('the question of the referral is shown in the draft, and in its PDF together with the question of the request', async () => {
  const { first, patient, send, server } = await startCentre();
  const referralUUID = await send({ question: 'Хватает ли кости у 36?' });
  await accepted(first, referralUUID);
  const { studyID } = await server.make.study({ patient, status: 'done' });
  // has the same effect as an upload of files to the study of the referral
  await server.context.db
    .updateTable('referrals')
    .set({ studyID })
    .where('uuid', '=', referralUUID)
    .execute();
  const one = reporter(first, studyID);
  await one.start();
  expect(await one.draft()).toMatchObject({ referralQuestion: 'Хватает ли кости у 36?' });
  await first.put(`${one.path}/requested`, { requested: true, question: 'Есть ли киста у 36?' });
  const { text } = await pdfOf(server, first, `${one.path}/draft/document`);
  expect(pdfText(text)).toContain('Есть ли киста у 36?');
  expect(pdfText(text)).toContain('Хватает ли кости у 36?');
});

test('a correction keeps the question of the report that it corrects, also when another one is asked', async () => {
  const { one, server, patient, doctor, studyID } = await startReporting();
  const ask = (question: string) =>
    doctor.put(`/doctor/patients/${patient.patientID}/studies/${studyID}/reports/requested`, {
      requested: true,
      question,
    });
  const textOf = async (number: number) =>
    pdfText((await pdfOf(server, one.client, `${one.path}/${number}/document`)).text);
  expect((await ask('Есть ли киста у 36?')).status).toBe(204);
  await one.start();
  await one.text('conclusion', 'Киста зуба 46');
  await one.sign();
  await one.start();
  expect(await one.draft()).toMatchObject({ request: null, earlierQuestions: ['Есть ли киста у 36?'] });
  expect(await one.sign({ reason: 'Ошибка в номере зуба' })).toBe(2);
  expect(await textOf(2)).toContain('Есть ли киста у 36?');
  await one.client.put(`${one.path}/requested`, { requested: true, question: 'А у 37?' });
  await one.start();
  await one.sign({ reason: 'Ответ на второй вопрос' });
  expect(await textOf(3)).toContain('Есть ли киста у 36?');
  expect(await textOf(3)).toContain('А у 37?');
});

test('the preview of a draft is a PDF that is marked as a draft and has no seal', async () => {
  const { one, server, olga } = await startReporting();
  const path = `${one.path}/draft/document`;
  expect((await pdfOf(server, one.client, path)).status).toBe(404);
  await one.start();
  await one.text('conclusion', 'Хронический периодонтит зуба 36');
  await one.client.put(`${one.path}/requested`, { requested: true, question: 'Есть ли киста у 36?' });
  const member = await one.client.get(`/assistant/staff/${olga.id}`);
  const facts = { ...(member.body as object), post: 'врач-рентгенолог' };
  expect((await one.client.put(`/assistant/staff/${olga.id}`, facts)).status).toBe(204);
  const { status, headers, text } = await pdfOf(server, one.client, path);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(headers.get('content-disposition')).toMatch(/^inline/);
  const words = pdfText(text);
  for (const expected of [
    'черновик, не подписано',
    'Не подписано.',
    'Хронический периодонтит зуба 36',
    'Ольга Петрова, врач-рентгенолог',
    'Есть ли киста у 36?',
  ])
    expect(words).toContain(expected);
  expect(text.includes('SnimokSeal')).toBe(false);
});
