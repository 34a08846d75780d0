import { listSharedPatients } from '@snimok/contract/people/patient-shares';
import { listOwnPatients } from '@snimok/contract/people/patients';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

test('the list of own patients shows the newest study of each, and whether it is new to this account', async () => {
  const { as, make, clock, context } = await startServer();
  clock.freeze();
  const doctor = await make.doctor();
  const asDoctor = await as(doctor);
  const newestOf = async () => {
    await context.auditBuffer.flush();
    const { patients } = responseOf(
      listOwnPatients,
      await asDoctor.get('/doctor/patients?sortedBy=name.asc'),
    );
    return patients.map(({ newestStudy }) => newestStudy);
  };
  const anna = await make.patient({ doctor, name: 'Анна' });
  const boris = await make.patient({ doctor, name: 'Борис' });
  await make.patient({ doctor, name: 'Вера' });
  const older = await make.study({ patient: anna, status: 'done', type: 'cbct', picture: true });
  clock.advance(1000);
  const newer = await make.study({ patient: anna, status: 'done', type: 'rg', picture: true });
  const inWork = await make.study({ patient: boris, status: 'in-work', type: 'cbct' });
  expect(await newestOf()).toEqual([
    {
      studyID: newer.studyID,
      type: 'rg',
      status: 'available',
      panoURL: expect.stringContaining(`/studies/${newer.studyID}/picture`),
      examinedAt: null,
      isNew: true,
    },
    {
      studyID: inWork.studyID,
      type: 'cbct',
      status: 'in-work',
      panoURL: null,
      examinedAt: null,
      isNew: false,
    },
    null,
  ]);

  expect((await asDoctor.get(`/studies/${newer.studyID}/picture`)).status).toBe(200);
  expect(await newestOf()).toMatchObject([{ studyID: newer.studyID, isNew: false }, {}, null]);
  const assistant = await as(await make.assistant());
  expect((await assistant.delete(`/assistant/studies/${newer.studyID}`)).status).toBe(204);
  expect(await newestOf()).toMatchObject([{ studyID: older.studyID, isNew: true }, {}, null]);
});

test('a receptionist sees neither the picture of the newest study nor that it is new', async () => {
  const { as, make } = await startServer();
  const client = await make.doctor();
  const study = await make.study({ doctor: client, status: 'done', picture: true });
  const reception = await as(await make.member(client, 'reception'));
  const { patients } = responseOf(listOwnPatients, await reception.get('/doctor/patients'));
  expect(patients).toMatchObject([{ newestStudy: { studyID: study.studyID, panoURL: null, isNew: false } }]);
});

test('the list of shared patients shows the owner, since when each is shared, and the newest study', async () => {
  const { as, make, clock } = await startServer();
  clock.freeze();
  const owner = await make.doctor({ name: 'Владелец' });
  const colleague = await make.doctor();
  const study = await make.study({ doctor: owner, status: 'done' });
  const asOwner = await as(owner);
  clock.advance(60_000);
  const sharedSince = clock.now().toISOString();
  const shares = `/doctor/patients/${study.patientID}/shares`;
  expect((await asOwner.post(shares, { shareDoctorEmail: colleague.email })).status).toBe(201);
  clock.advance(60_000);
  const asColleague = await as(colleague);
  const { patients } = responseOf(listSharedPatients, await asColleague.get('/doctor/patients/shared'));
  expect(patients).toMatchObject([
    {
      patientID: study.patientID,
      doctorName: 'Владелец',
      sharedSince,
      newestStudy: { studyID: study.studyID, isNew: true },
    },
  ]);
  const own = responseOf(listOwnPatients, await asOwner.get('/doctor/patients')).patients;
  expect(own[0]).not.toHaveProperty('sharedSince');
});
