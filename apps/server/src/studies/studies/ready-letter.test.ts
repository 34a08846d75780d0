import { expect, test } from 'vitest';
import { getStudy } from '@snimok/contract/studies/studies';
import { volume } from '../../testing/scans/dicom.ts';
import { responseOf, refusal } from '../../testing/requests-and-waiting/contract.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { setExamined } from '../../testing/scans/examined-at.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const slices = volume(2).map(({ bytes }, at) => ({ filename: `${at}.dcm`, bytes }));
const READY = 'Исследование вашего пациента готово';

/** A study «in work» of a doctor's patient, and a running worker. */
const setUp = async () => {
  const server = await startServer();
  const { as, make, outbox, work } = server;
  await work();
  const assistant = await as(await make.assistant());
  const owner = await make.doctor({ name: 'Анна' });
  const patient = await make.patient({ doctor: owner, name: 'Иванов Иван Сергеевич' });
  const { studyID } = await make.study({ patient });
  const readyLetters = () => outbox.filter(({ subject }) => subject === READY);
  const publish = () => sendStudy(assistant, studyID, slices);
  const state = async () =>
    responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`)).letter?.status;
  return { ...server, assistant, owner, patient, studyID, readyLetters, publish, state };
};

test('the owner gets a letter that the study is ready, without the name of the patient', async () => {
  const { readyLetters, publish, owner, patient, studyID, state, context } = await setUp();
  expect(await state()).toBeUndefined();
  await setExamined(context, studyID, { day: '2026-02-27', time: '23:10', offset: '-05:00' });
  await publish();
  const letter = await until('the letter', () => readyLetters()[0]);
  expect(letter.to).toBe(owner.email);
  expect(letter.text).toContain('Пациент: И. И. С.');
  expect(letter.text).toContain('Исследование: КЛКТ (3D)');
  expect(letter.text).toContain('Дата исследования: 27.02.2026, 23:10');
  expect(letter.text).toContain('Панорамы нет. Срезов слишком мало, чтобы построить панораму.');
  expect(letter.text).not.toContain('Иванов');
  expect(letter.text).toContain(
    `http://portal.test/doctor-area/patients/${patient.patientID}/studies#study-${studyID}`,
  );
  await until('the letter to be marked as sent', async () => (await state()) === 'sent');
});

test('an assistant can send the letter again, up to a limit', async () => {
  const { readyLetters, publish, assistant, studyID } = await setUp();
  const again = () => assistant.post(`/assistant/studies/${studyID}/mail`);
  expect(refusal(await again())).toEqual([409, 'Исследование ещё не готово к скачиванию']);
  await publish();
  await until('the letter', () => readyLetters()[0]);
  for (const letters of [2, 3, 4, 5]) {
    expect((await again()).status).toBe(204);
    await until('another letter', () => readyLetters().length === letters);
  }
  expect((await again()).status).toBe(429);
});

test('a restored study causes no second ready letter, and a copy causes one only if it goes to another doctor', async () => {
  const { readyLetters, publish, assistant, studyID, patient, make, context } = await setUp();
  await publish();
  await until('the letter', () => readyLetters()[0]);
  await context.db.updateTable('studies').set({ status: 'archived' }).where('id', '=', studyID).execute();
  await assistant.put(`/assistant/studies/${studyID}/restore`);
  await until('the study to be back', async () => {
    const { body } = await assistant.get(`/assistant/studies/${studyID}`);
    return (body as { status: string }).status === 'done';
  });
  const other = await make.patient();
  const own = await make.patient({ doctor: { ...(await make.doctor()), id: patient.doctorID } });
  for (const { doctorID, patientID } of [own, other])
    await assistant.post(`/assistant/studies/${studyID}/copy`, { doctorID, patientID });
  const letters = await context.db
    .selectFrom('letters')
    .select('recipient')
    .where('template', '=', 'study-ready')
    .orderBy('id')
    .execute();
  const { email } = await context.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', other.doctorID)
    .executeTakeFirstOrThrow();
  expect(letters.map(({ recipient }) => recipient)).toHaveLength(2);
  expect(letters[1]?.recipient).toBe(email);
});

test('a digest names each of two studies of one patient with day and time', async () => {
  const { as, owner, patient, studyID, publish, make, assistant, context } = await setUp();
  const asOwner = await as(owner);
  const chosen = { kind: 'studies', channel: 'digest', wanted: true };
  expect((await asOwner.put('/account/notifications', chosen)).status).toBe(204);
  const second = await make.study({ patient });
  const createdAt = new Date('2026-11-24T10:40:00Z');
  await context.db.updateTable('studies').set({ createdAt }).where('id', '=', second.studyID).execute();
  await setExamined(context, studyID, { day: '2026-11-23', time: '09:15' });
  await setExamined(context, second.studyID, { day: '2026-11-23', time: null });
  await publish();
  await sendStudy(assistant, second.studyID, slices);
  const items = context.db.selectFrom('digestItems').select(['title', 'path']);
  const listed = await until('both lines', async () => {
    const rows = await items.execute();
    return rows.length === 2 && rows;
  });
  expect(new Set(listed.map(({ title }) => title)).size).toBe(2);
  expect(listed.find(({ path }) => path.endsWith(`#study-${second.studyID}`))?.title).toBe(
    'И. И. С., КЛКТ (3D) от 23.11.2026, загружено 24 ноября 2026 г. в 13:40',
  );
  expect(listed.find(({ path }) => path.endsWith(`#study-${studyID}`))?.title).toBe(
    'И. И. С., КЛКТ (3D) от 23.11.2026, 09:15',
  );
});
