import { getOwnPatient, listOwnPatients } from '@snimok/contract/people/patients';
import { expect, test } from 'vitest';
import { badIDs, badOffsets, everyPage } from '../../testing/requests-and-waiting/pages.ts';
import { responseOf, refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

test('a doctor sees only her own patients', async () => {
  const { as, make } = await startServer();
  const anna = await make.doctor({ name: 'Анна' });
  const boris = await make.doctor({ name: 'Борис' });
  const own = await make.patient({ doctor: anna });
  const foreign = await make.patient({ doctor: boris });
  const doctor = await as(anna);
  const list = responseOf(listOwnPatients, await doctor.get('/doctor/patients'));
  expect(list).toMatchObject({
    patients: [{ patientID: own.patientID, name: 'Иванов Иван Иванович', shared: false }],
    currentOffset: 0,
    totalCount: 1,
  });
  expect(list.patients[0]).not.toHaveProperty('doctorName');
  const card = responseOf(getOwnPatient, await doctor.get(`/doctor/patients/${own.patientID}`));
  expect(card).toMatchObject({ patientID: own.patientID, shared: false });
  // 403 and not 404, since the doctor may request access
  for (const path of ['', '/studies']) {
    const reply = await doctor.get(`/doctor/patients/${foreign.patientID}${path}`);
    expect(refusal(reply)).toEqual([403, 'У вас нет прав на просмотр этого пациента']);
  }
});

test('the card of a shared patient names its owner, and the patient is not in the list of own patients', async () => {
  const { as, make, context } = await startServer();
  const anna = await make.doctor({ name: 'Анна' });
  const boris = await make.doctor({ name: 'Борис' });
  const { patientID } = await make.patient({ doctor: boris });
  await context.db.insertInto('patientShares').values({ patientID, doctorID: anna.id }).execute();
  const doctor = await as(anna);
  const card = responseOf(getOwnPatient, await doctor.get(`/doctor/patients/${patientID}`));
  expect(card).toMatchObject({ shared: true, doctorName: 'Борис' });
  expect((await doctor.get('/doctor/patients')).body).toMatchObject({ patients: [], totalCount: 0 });
  await context.db.deleteFrom('patientShares').execute();
  expect((await doctor.get(`/doctor/patients/${patientID}`)).status).toBe(403);
});

test('the pages of the list together contain each patient of the doctor exactly once', async () => {
  const { as, make, context } = await startServer();
  const account = await make.doctor();
  const rows = Array.from({ length: 31 }, (_, i) => ({
    doctorID: account.id,
    name: `Пациент ${i}`,
    sex: 'female',
  }));
  await context.db.insertInto('patients').values(rows).execute();
  const doctor = await as(account);
  const all = await everyPage(async (offset) => {
    const { patients, ...page } = responseOf(
      listOwnPatients,
      await doctor.get(`/doctor/patients?offset=${offset}`),
    );
    return { rows: patients, ...page };
  });
  expect(new Set(all.map(({ patientID }) => patientID)).size).toBe(31);
  expect(all[0]).toMatchObject({ birthday: null, phone: null });
  for (const offset of badOffsets) {
    expect([offset, (await doctor.get(`/doctor/patients?offset=${offset}`)).status]).toEqual([offset, 400]);
  }
});

test('a doctor gets 404 for ids that belong to no patient', async () => {
  const { as, make } = await startServer();
  const doctor = await as(await make.doctor());
  for (const id of [...badIDs, '9007199254740991']) {
    for (const path of ['', '/studies', '/studies/1', '/studies/1/download']) {
      const reply = await doctor.get(`/doctor/patients/${id}${path}`);
      expect([id, path, ...refusal(reply)]).toEqual([id, path, 404, expect.stringMatching(/[а-я]/)]);
    }
  }
});
