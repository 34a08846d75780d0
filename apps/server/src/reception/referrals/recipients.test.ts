import { expect, test } from 'vitest';
import { mergeInto } from '../move-and-merge/move-and-merge.fixture.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { accepted, acceptOf, startCentre } from './referrals.fixture.ts';
import { shareReferredStudyOf } from './share-referred.ts';

/** A referral to a colleague and to a person without an account, accepted. */
const startShared = async (settings: Record<string, string> = {}) => {
  const centre = await startCentre(settings);
  const { server, send, first, doctor, patient } = centre;
  const colleague = await server.make.doctor();
  const friend = await server.make.doctor();
  // a doctor can only choose colleagues with whom a patient is already shared
  await doctor.post(`/doctor/patients/${patient.patientID}/shares`, { shareDoctorEmail: friend.email });
  const other = await server.make.patient({ doctor: centre.owner, name: 'Волкова Инна Львовна' });
  const recipients = {
    patient: { patientID: other.patientID },
    recipientDoctorIDs: [friend.id],
    recipientEmails: [colleague.email, 'surgeon@clinic.test'],
  };
  const referralUUID = await send(recipients);
  const { studyID } = await accepted(first, referralUUID);
  return { ...centre, colleague, friend, patientID: other.patientID, studyID, referralUUID };
};

const accessOf = async ({ server, patientID, studyID }: Awaited<ReturnType<typeof startShared>>) => {
  const { db } = server.context;
  const doctors = await db
    .selectFrom('patientShares')
    .select('doctorID')
    .where('patientID', '=', patientID)
    .execute();
  const links = await db
    .selectFrom('externalShares')
    .select('email')
    .where('studyID', '=', studyID)
    .execute();
  return {
    doctors: doctors.map(({ doctorID }) => doctorID).toSorted(),
    links: links.map(({ email }) => email),
  };
};

test('recipients get access when the study is published, and not before', async () => {
  const shared = await startShared();
  const { server, first, studyID, colleague, friend } = shared;
  await server.work();
  expect(await accessOf(shared)).toEqual({ doctors: [], links: [] });
  await sendStudy(first, studyID, [radiograph()]);
  await until('the shares', async () => (await accessOf(shared)).links.length > 0);
  const given = { doctors: [colleague.id, friend.id].toSorted(), links: ['surgeon@clinic.test'] };
  expect(await accessOf(shared)).toEqual(given);
  // the second run finds nothing to share
  await shareReferredStudyOf(server.context, { studyID });
  expect(await accessOf(shared)).toEqual(given);
  await until('the letter', () => server.outbox.some(({ to }) => to === 'surgeon@clinic.test'));
  const asColleague = await server.as(colleague);
  expect((await asColleague.get(`/doctor/patients/${shared.patientID}`)).status).toBe(200);
});

test('a referred study that belongs to another client when it is published is not shared with the recipients', async () => {
  const shared = await startShared();
  const { server, studyID, patientID } = shared;
  const unrelated = await server.make.doctor();
  const { db } = server.context;
  await db.updateTable('patients').set({ doctorID: unrelated.id }).where('id', '=', patientID).execute();
  await db
    .updateTable('studies')
    .set({ doctorID: unrelated.id, status: 'done', doneAt: new Date() })
    .where('id', '=', studyID)
    .execute();
  await shareReferredStudyOf(server.context, { studyID });
  expect(await accessOf(shared)).toEqual({ doctors: [], links: [] });
});

test('with external shares switched off, only other doctors of the portal can be recipients', async () => {
  const { doctor, request, server, owner } = await startCentre({ STUDY_EXTERNAL_SHARE_ENABLED: 'off' });
  const colleague = await server.make.doctor();
  const status = async (recipientEmails: string[]) =>
    (await doctor.post('/doctor/referrals', request({ recipientEmails }))).status;
  expect(await status([colleague.email])).toBe(201);
  expect(await status(['surgeon@clinic.test'])).toBe(400);
  expect(await status([owner.email])).toBe(400);
});

test('a referral follows its patient through a merge, and back when the merge is undone', async () => {
  const { first, send, server, owner, patient } = await startCentre();
  const kept = await server.make.patient({ doctor: owner, name: 'Иванов Иван' });
  const waiting = await send();
  const taken = await send();
  const { studyID } = await accepted(first, taken);
  const patientsOf = async () => {
    const rows = await server.context.db.selectFrom('referrals').select(['uuid', 'patientID']).execute();
    return new Map(rows.map(({ uuid, patientID }) => [uuid, patientID]));
  };
  const { status, reassignmentID } = await mergeInto(first, kept.patientID, patient.patientID);
  expect(status).toBe(200);
  expect([...(await patientsOf()).values()]).toEqual([kept.patientID, kept.patientID]);
  expect((await first.get(`/assistant/patients/${kept.patientID}/referrals`)).body).toMatchObject({
    referrals: [{ studyID }],
  });
  expect((await first.post(`/assistant/reassignments/${reassignmentID}/undo`)).status).toBe(204);
  expect([...(await patientsOf()).values()]).toEqual([patient.patientID, patient.patientID]);
  expect((await acceptOf(first, waiting)).body).toMatchObject({ patientID: patient.patientID });
});
