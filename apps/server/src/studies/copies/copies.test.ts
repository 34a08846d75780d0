import { listDuplicatesOf } from '@snimok/contract/reception/duplicates';
import { expect, test } from 'vitest';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { originValues } from '../studies/study-rows/origin.ts';
import { startServer } from '../../testing/portal/server.ts';

const copied = (body: unknown) => body as { patientID: number; studyID: number };

test("a copy of a study for another doctor's patient uses the same stored object as the original", async () => {
  const { as, make, context } = await startServer();
  const assistant = await as(await make.assistant());
  const other = await make.doctor();
  const study = await make.study({ status: 'done' });
  const target = await make.patient({ doctor: other, name: 'Ёлкина Вера' });
  const reply = await assistant.post(`/assistant/studies/${study.studyID}/copy`, {
    doctorID: other.id,
    patientID: target.patientID,
  });
  expect(reply.status).toBe(201);
  expect(copied(reply.body).patientID).toBe(target.patientID);
  const copy = await assistant.get(`/assistant/studies/${copied(reply.body).studyID}`);
  expect(copy.body).toMatchObject({ status: 'done', patientName: 'Ёлкина Вера', doctorID: other.id });
  const objects = await context.db.selectFrom('studies').select('objectID').execute();
  expect(new Set(objects.map(({ objectID }) => objectID)).size).toBe(1);
  const otherDoctor = await as(other);
  const url = `/doctor/patients/${target.patientID}/studies/${copied(reply.body).studyID}/download`;
  const { presignedURL } = (await otherDoctor.get(url)).body as { presignedURL: string };
  expect((await otherDoctor.get(presignedURL)).status).toBe(200);
});

test('a copy of an imported study names the same archive and accession number', async () => {
  const { as, make, context } = await startServer();
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study({ status: 'done' });
  const origin = { kind: 'orthanc' as const, place: '10.0.0.5:8042', day: null, accessionNumber: 'A-17' };
  await context.db.updateTable('studies').set(originValues(origin)).where('id', '=', studyID).execute();
  const destination = { doctorID: (await make.doctor()).id, shouldDuplicatePatient: true };
  const reply = await assistant.post(`/assistant/studies/${studyID}/copy`, destination);
  const copy = await assistant.get(`/assistant/studies/${copied(reply.body).studyID}`);
  expect(copy.body).toMatchObject({ origin });
});

test('a study can be copied together with the card of its patient', async () => {
  const { as, make } = await startServer();
  const assistant = await as(await make.assistant());
  const other = await make.doctor();
  const study = await make.study({ status: 'done' });
  const destination = { doctorID: other.id, shouldDuplicatePatient: true };
  const reply = await assistant.post(`/assistant/studies/${study.studyID}/copy`, destination);
  const { patientID } = copied(reply.body);
  expect(patientID).not.toBe(study.patientID);
  expect((await assistant.get(`/assistant/patients/${patientID}`)).body).toMatchObject({
    name: 'Иванов Иван Иванович',
    birthday: '1980-01-02',
    doctorID: other.id,
  });
});

test('copying is refused without a valid destination or a done study', async () => {
  const { as, make } = await startServer();
  const assistant = await as(await make.assistant());
  const other = await make.doctor();
  const done = await make.study({ status: 'done' });
  const inWork = await make.study();
  const unrelated = await make.patient();
  const copy = async (studyID: number, body: unknown) => {
    const reply = await assistant.post(`/assistant/studies/${studyID}/copy`, body);
    return [reply.status, (reply.body as { error: string }).error];
  };
  expect(await copy(done.studyID, { doctorID: other.id })).toEqual([
    400,
    'Выберите пациента или создайте копию карточки',
  ]);
  expect(await copy(done.studyID, { doctorID: other.id, patientID: unrelated.patientID })).toEqual([
    400,
    'Этот пациент принадлежит другому клиенту',
  ]);
  expect(await copy(done.studyID, { doctorID: done.doctorID, patientID: done.patientID })).toEqual([
    409,
    'Исследование уже принадлежит этому пациенту',
  ]);
  expect((await copy(inWork.studyID, { doctorID: other.id, shouldDuplicatePatient: true }))[0]).toBe(409);
  expect((await copy(done.studyID, { doctorID: 999_999, shouldDuplicatePatient: true }))[0]).toBe(404);
  const patients = await assistant.get(`/assistant/doctors/${other.id}/patients`);
  expect(patients.body).toMatchObject({ totalCount: 0 });
});

test('copy, report and mail requests for an archived study are refused with the reason that it is archived', async () => {
  const { as, make } = await startServer();
  const assistant = await as(await make.assistant());
  const { id: doctorID } = await make.doctor();
  const { studyID } = await make.study({ status: 'archived' });
  for (const [action, body] of [
    ['copy', { doctorID, shouldDuplicatePatient: true }],
    ['report', { reportFormat: 'pdf' }],
    ['mail', undefined],
  ] as const)
    expect([action, refusal(await assistant.post(`/assistant/studies/${studyID}/${action}`, body))]).toEqual([
      action,
      [409, 'Исследование в архиве. Сначала восстановите его'],
    ]);
});

test('a copy stays marked if its files name another patient; a confirmation is kept only if the card is copied too', async () => {
  const { as, make, context } = await startServer();
  const assistant = await as(await make.assistant());
  const other = await make.doctor();
  const study = await make.study({ status: 'done' });
  const target = await make.patient({ doctor: other, name: 'Ёлкина Вера' });
  const person = { name: 'Чужой Пётр', birthDate: '1950-05-05', sex: null };
  const confirmation = JSON.stringify({ inFiles: [person], byName: 'Мария', reason: 'Опечатка' });
  await context.db
    .updateTable('objects')
    .set({ patientInFiles: JSON.stringify(person) })
    .execute();
  const copyTo = async (destination: object) => {
    const body = { doctorID: other.id, ...destination };
    const { studyID } = copied((await assistant.post(`/assistant/studies/${study.studyID}/copy`, body)).body);
    return context.db
      .selectFrom('studies')
      .select(['patientDiffers', 'patientConfirmation'])
      .where('id', '=', studyID)
      .executeTakeFirstOrThrow();
  };
  const original = (change: { patientDiffers: boolean; patientConfirmation: string | null }) =>
    context.db.updateTable('studies').set(change).where('id', '=', study.studyID).execute();

  await original({ patientDiffers: true, patientConfirmation: null });
  const undecided = { patientDiffers: true, patientConfirmation: null };
  expect(await copyTo({ shouldDuplicatePatient: true })).toEqual(undecided);
  expect(await copyTo({ patientID: target.patientID })).toEqual(undecided);

  await original({ patientDiffers: false, patientConfirmation: confirmation });
  const decided = { patientDiffers: false, patientConfirmation: confirmation };
  expect(await copyTo({ shouldDuplicatePatient: true })).toEqual(decided);
  expect(await copyTo({ patientID: target.patientID })).toEqual(undecided);
});

test('the card made for a copy is not suggested as another card of the patient', async () => {
  const { as, make } = await startServer();
  const assistant = await as(await make.assistant());
  const other = await make.doctor();
  const study = await make.study({ status: 'done' });
  const destination = { doctorID: other.id, shouldDuplicatePatient: true };
  const reply = await assistant.post(`/assistant/studies/${study.studyID}/copy`, destination);
  const { patientID } = copied(reply.body);
  const suggestedFor = async (id: number) =>
    responseOf(listDuplicatesOf, await assistant.get(`/assistant/patients/${id}/duplicates`)).duplicates.map(
      (card) => card.patientID,
    );
  expect(await suggestedFor(study.patientID)).toEqual([]);
  expect(await suggestedFor(patientID)).toEqual([]);
  // a second card of the same client is a duplicate
  const { patientID: again } = copied(
    (await assistant.post(`/assistant/studies/${study.studyID}/copy`, destination)).body,
  );
  expect(await suggestedFor(patientID)).toEqual([again]);
});
