import { expect, test } from 'vitest';
import { refusal } from '../../testing/requests-and-waiting/contract.ts';
import { type TestServer, startServer } from '../../testing/portal/server.ts';
import { disableAccount } from '../accounts/account-rows/accounts.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const setUp = async () => {
  const server = await startServer();
  const { as, make } = server;
  const owner = await make.doctor({ name: 'Владелец', email: 'owner@clinic.test' });
  const colleague = await make.doctor({ name: 'Коллега', email: 'colleague@clinic.test' });
  const study = await make.study({ doctor: owner, status: 'done' });
  return {
    ...server,
    owner,
    colleague,
    study,
    asOwner: await as(owner),
    asColleague: await as(colleague),
    shares: `/doctor/patients/${study.patientID}/shares`,
    patient: `/doctor/patients/${study.patientID}`,
  };
};

/** The letters to this address, without letters about sign-ins from new devices. */
const lettersTo = (server: TestServer, address: string) =>
  server.outbox.filter(({ to, subject }) => to === address && !subject.startsWith('Вход'));

test('a patient shared by e-mail can be viewed and downloaded until the share is deleted', async () => {
  const server = await setUp();
  const { asOwner, asColleague, shares, patient, study, colleague } = server;
  await server.work('send-letter');
  expect((await asColleague.get(patient)).status).toBe(403);
  const shared = await asOwner.post(shares, { shareDoctorEmail: 'Colleague@Clinic.test' });
  expect(shared.status).toBe(201);
  expect(shared.body).toEqual({ doctorID: colleague.id, name: 'Коллега' });

  expect((await asColleague.get(patient)).body).toMatchObject({ shared: true, doctorName: 'Владелец' });
  expect((await asColleague.get('/doctor/patients/shared')).body).toMatchObject({ totalCount: 1 });
  expect((await asColleague.get('/doctor/patients')).body).toMatchObject({ totalCount: 0 });
  expect((await asColleague.get('/doctor/friends')).body).toEqual({
    friends: [{ doctorID: server.owner.id, name: 'Владелец' }],
  });
  const letter = await until('the letter', () => lettersTo(server, colleague.email)[0]);
  expect(letter.text).toContain(`/doctor-area/patients/${study.patientID}/studies`);
  expect(letter.text).not.toContain('Иванов');

  const { presignedURL } = (await asColleague.get(`${patient}/studies/${study.studyID}/download`)).body as {
    presignedURL: string;
  };
  expect((await asColleague.get(presignedURL)).status).toBe(200);
  expect((await asOwner.get(shares)).body).toMatchObject({ doctors: [{ doctorID: colleague.id }] });
  expect((await asOwner.delete(`${shares}/${colleague.id}`)).status).toBe(204);
  expect((await asColleague.get(patient)).status).toBe(403);
  expect((await asColleague.get(presignedURL)).status).toBe(403);
  expect((await asOwner.delete(`${shares}/${colleague.id}`)).status).toBe(404);
});

test('a doctor with a share can neither share the patient further nor see the other shares', async () => {
  const { asOwner, asColleague, shares, make, colleague } = await setUp();
  const third = await make.doctor({ email: 'third@clinic.test' });
  await asOwner.post(shares, { shareDoctorEmail: colleague.email });
  expect((await asColleague.post(shares, { shareDoctorEmail: third.email })).status).toBe(403);
  expect((await asColleague.get(shares)).status).toBe(403);
  expect((await asColleague.delete(`${shares}/${colleague.id}`)).status).toBe(403);
});

test('sharing with an unknown, unsuitable or already chosen doctor is refused with a sentence', async () => {
  const { asOwner, shares, owner, colleague, make } = await setUp();
  const unrelatedDoctor = await make.doctor();
  const assistant = await make.assistant({ email: 'centre@clinic.test' });
  const share = async (body: unknown) => refusal(await asOwner.post(shares, body));
  expect(await share({})).toEqual([400, 'Выберите врача или введите его e-mail']);
  expect((await share({ shareDoctorEmail: 'nobody@clinic.test' }))[1]).toContain('нет в портале');
  expect((await share({ shareDoctorEmail: assistant.email }))[0]).toBe(400);
  expect((await share({ shareDoctorEmail: owner.email }))[0]).toBe(409);
  // an existing and an unknown id give the same response
  expect(await share({ shareDoctorID: unrelatedDoctor.id })).toEqual([404, 'Врач не найден']);
  expect(await share({ shareDoctorID: 999_999 })).toEqual([404, 'Врач не найден']);
  await asOwner.post(shares, { shareDoctorEmail: colleague.email });
  expect(await share({ shareDoctorEmail: colleague.email })).toEqual([
    409,
    'Этому врачу пациент уже доступен',
  ]);
});

test('access requests send the owner one letter a day, and sharing removes the request', async () => {
  const server = await setUp();
  const { asOwner, asColleague, shares, colleague, owner, clock } = server;
  await server.work('send-letter');
  for (let i = 0; i < 5; i++) expect((await asColleague.post(`${shares}/request`)).status).toBe(204);
  const letter = await until('the letter', () => lettersTo(server, owner.email)[0]);
  expect(letter.text).toContain(`?shareDoctorID=${colleague.id}`);
  expect((await asOwner.get(shares)).body).toMatchObject({
    requests: [{ doctorID: colleague.id, name: 'Коллега' }],
  });
  clock.advance(25 * 3600_000);
  const back = await server.as(colleague);
  await back.post(`${shares}/request`);
  await until('the second letter', () => lettersTo(server, owner.email).length === 2);

  const ownerAgain = await server.as(owner);
  expect((await ownerAgain.post(shares, { shareDoctorID: colleague.id })).status).toBe(201);
  expect((await ownerAgain.get(shares)).body).toMatchObject({
    requests: [],
    doctors: [{ doctorID: colleague.id }],
  });
  const again = await back.post(`${shares}/request`);
  expect(refusal(again)).toEqual([409, 'У вас уже есть доступ к этому пациенту']);
  expect(lettersTo(server, owner.email)).toHaveLength(2);
});

test('a declined access request cannot be repeated at once', async () => {
  const { asOwner, asColleague, shares, colleague } = await setUp();
  await asColleague.post(`${shares}/request`);
  expect((await asOwner.delete(`${shares}/requests/${colleague.id}`)).status).toBe(204);
  expect((await asOwner.get(shares)).body).toMatchObject({ requests: [] });
  const again = await asColleague.post(`${shares}/request`);
  expect(refusal(again)).toEqual([409, 'Ваш запрос отклонён. Обратитесь к врачу напрямую']);
  expect((await asOwner.delete(`${shares}/requests/${colleague.id}`)).status).toBe(404);
});

test('twenty concurrent requests for the same share create one share and one letter', async () => {
  const { asOwner, shares, colleague, context } = await setUp();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => asOwner.post(shares, { shareDoctorEmail: colleague.email })),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await context.db.selectFrom('letters').select('id').execute()).toHaveLength(1);
});

test('sharing by id works only with friends and with doctors who requested access to a patient of the owner', async () => {
  const { asOwner, asColleague, shares, patient, make, as, owner, colleague, context, clock } = await setUp();
  const another = await make.patient({ doctor: owner });
  const byID = (doctorID: number) =>
    asOwner.post(`/doctor/patients/${another.patientID}/shares`, { shareDoctorID: doctorID });
  const friend = await make.doctor();
  await asOwner.post(shares, { shareDoctorEmail: friend.email });
  expect((await byID(friend.id)).status).toBe(201);

  await asColleague.post(`${patient}/shares/request`);
  expect((await byID(colleague.id)).status).toBe(201);
  const declined = await make.doctor();
  await (await as(declined)).post(`${patient}/shares/request`);
  await asOwner.delete(`${shares}/requests/${declined.id}`);
  expect((await byID(declined.id)).status).toBe(201);

  // a doctor who requested access to a patient of another doctor cannot be chosen
  const elsewhere = await make.patient();
  const unrelated = await make.doctor();
  const asUnrelated = await as(unrelated);
  await asUnrelated.post(`/doctor/patients/${elsewhere.patientID}/shares/request`);
  expect(refusal(await byID(unrelated.id))).toEqual([404, 'Врач не найден']);
  expect(refusal(await byID(999_999))).toEqual([404, 'Врач не найден']);
  const disabled = await make.doctor();
  await (await as(disabled)).post(`${patient}/shares/request`);
  await disableAccount(context.db, disabled.id, clock.now());
  expect(refusal(await byID(disabled.id))).toEqual([404, 'Врач не найден']);
});
