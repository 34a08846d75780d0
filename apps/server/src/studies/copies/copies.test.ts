import { expect, test } from 'vitest';
import { startServer } from '../../testing/server.ts';

const copied = (body: unknown) => body as { patientID: number; studyID: number };

test("a study is copied to another client's patient without a byte being copied", async () => {
  const { as, make, context } = await startServer();
  const [centre, other] = [await as(await make.assistant()), await make.doctor()];
  const study = await make.study({ status: 'done' });
  const target = await make.patient({ doctor: other, name: 'Ёлкина Вера' });
  const reply = await centre.post(`/assistant/studies/${study.studyID}/copy`, {
    doctorID: other.id,
    patientID: target.patientID,
  });
  expect(reply.status).toBe(201);
  expect(copied(reply.body).patientID).toBe(target.patientID);
  const copy = await centre.get(`/assistant/studies/${copied(reply.body).studyID}`);
  expect(copy.body).toMatchObject({ status: 'done', patientName: 'Ёлкина Вера', doctorID: other.id });
  const objects = await context.db.selectFrom('studies').select('objectID').execute();
  expect(new Set(objects.map(({ objectID }) => objectID)).size).toBe(1);
  const clinic = await as(other);
  const url = `/doctor/patients/${target.patientID}/studies/${copied(reply.body).studyID}/download`;
  const { presignedURL } = (await clinic.get(url)).body as { presignedURL: string };
  expect((await clinic.get(presignedURL)).status).toBe(200);
});

test("a copy may bring a duplicate of the patient's card along", async () => {
  const { as, make } = await startServer();
  const [centre, other] = [await as(await make.assistant()), await make.doctor()];
  const study = await make.study({ status: 'done' });
  const wish = { doctorID: other.id, shouldDuplicatePatient: true };
  const reply = await centre.post(`/assistant/studies/${study.studyID}/copy`, wish);
  const { patientID } = copied(reply.body);
  expect(patientID).not.toBe(study.patientID);
  expect((await centre.get(`/assistant/patients/${patientID}`)).body).toMatchObject({
    name: 'Иванов Иван Иванович',
    birthday: '1980-01-02',
    doctorID: other.id,
  });
});

test('a copy is refused in words when it has nowhere to go, or nothing to bring', async () => {
  const { as, make } = await startServer();
  const [centre, other] = [await as(await make.assistant()), await make.doctor()];
  const [done, inWork] = [await make.study({ status: 'done' }), await make.study()];
  const stranger = await make.patient();
  const copy = async (studyID: number, body: unknown) => {
    const reply = await centre.post(`/assistant/studies/${studyID}/copy`, body);
    return [reply.status, (reply.body as { error: string }).error];
  };
  expect(await copy(done.studyID, { doctorID: other.id })).toEqual([
    400,
    'Выберите пациента или создайте копию карточки',
  ]);
  expect(await copy(done.studyID, { doctorID: other.id, patientID: stranger.patientID })).toEqual([
    400,
    'Этот пациент принадлежит другому клиенту',
  ]);
  expect(await copy(done.studyID, { doctorID: done.doctorID, patientID: done.patientID })).toEqual([
    409,
    'Исследование уже принадлежит этому пациенту',
  ]);
  expect((await copy(inWork.studyID, { doctorID: other.id, shouldDuplicatePatient: true }))[0]).toBe(409);
  expect((await copy(done.studyID, { doctorID: 999_999, shouldDuplicatePatient: true }))[0]).toBe(404);
  const patients = await centre.get(`/assistant/doctors/${other.id}/patients`);
  expect(patients.body).toMatchObject({ totalCount: 0 });
});
