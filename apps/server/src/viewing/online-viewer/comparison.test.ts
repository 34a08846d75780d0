import { listComparable } from '@snimok/contract/viewing/comparison';
import { getViewerStudy } from '@snimok/contract/viewing/online-viewer';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { setExamined } from '../../testing/scans/examined-at.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { ticketOf, withTicket } from '../../testing/callers/viewer.ts';

/** Two done studies of one patient, one of another patient of the same doctor, and one of another doctor. */
const centre = async (settings?: Record<string, string>) => {
  const server = await startServer(settings);
  const { make, as } = server;
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const done = () => make.study({ patient, type: 'cbct', status: 'done' });
  const first = await done();
  const second = await done();
  const inWork = await make.study({ patient });
  const archived = await make.study({ patient, status: 'archived' });
  const otherPatient = await make.study({ doctor: owner, status: 'done' });
  const foreign = await make.study({ doctor: await make.doctor(), status: 'done' });
  const list = (studyID: number) => `/studies/${studyID}/comparable`;
  const open = (studyID: number, other: number) => `${list(studyID)}/${other}/remote-session`;
  const doctor = await as(owner);
  const assistant = await as(await make.assistant());
  const studies = { first, second, inWork, archived, otherPatient, foreign };
  return { ...server, owner, patient, studies, list, open, doctor, assistant };
};

test('a study can be compared with the other done studies of its patient, and with no others', async () => {
  const { studies, list, open, doctor, assistant } = await centre();
  const { first, second, inWork, archived, otherPatient, foreign } = studies;
  for (const caller of [doctor, assistant]) {
    const reply = responseOf(listComparable, await caller.get(list(first.studyID)));
    expect(reply.studies.map(({ studyID, type }) => [studyID, type])).toEqual([[second.studyID, 'cbct']]);
    expect((await caller.post(open(first.studyID, second.studyID))).status).toBe(200);
    expect((await caller.post(open(first.studyID, otherPatient.studyID))).status).toBe(404);
    expect((await caller.post(open(first.studyID, foreign.studyID))).status).toBe(404);
    for (const { studyID } of [inWork, archived])
      expect((await caller.post(open(first.studyID, studyID))).status).toBe(409);
  }
  expect((await doctor.get(list(foreign.studyID))).status).toBe(404);
  expect((await doctor.post(open(foreign.studyID, second.studyID))).status).toBe(404);
});

test("another doctor's study is not found, unless the patient is shared", async () => {
  const { make, as, context, studies, patient, list, open } = await centre();
  const colleague = await make.doctor({ flags: ['remote-viewer'] });
  const client = await as(colleague);
  const { first, second } = studies;
  expect((await client.get(list(first.studyID))).status).toBe(404);
  expect((await client.post(open(first.studyID, second.studyID))).status).toBe(404);
  const share = { patientID: patient.patientID, doctorID: colleague.id };
  await context.db.insertInto('patientShares').values(share).execute();
  expect((await client.get(list(first.studyID))).status).toBe(200);
  expect((await client.post(open(first.studyID, second.studyID))).status).toBe(200);
  const withoutFlag = await as(await make.doctor());
  expect((await withoutFlag.get(list(first.studyID))).status).toBe(403);
});

test('each study has its own ticket, and the ticket of one opens no other', async () => {
  const { nobody, studies, list, open, doctor } = await centre();
  const one = studies.first.studyID;
  const other = studies.second.studyID;
  const ticket = ticketOf(await doctor.post(open(one, other)));
  const study = responseOf(getViewerStudy, await nobody.get('/viewer/study', withTicket(ticket)));
  expect([study.studyID, study.can.compare]).toEqual([other, true]);
  expect((await nobody.get(list(other), withTicket(ticket))).status).toBe(401);
  expect((await nobody.post(open(other, one), undefined, withTicket(ticket))).status).toBe(401);
  await doctor.delete('/auth/token');
  expect((await nobody.get('/viewer/study', withTicket(ticket))).status).toBe(403);
});

test('opening a study for comparison is recorded in its history', async () => {
  const { context, studies, open, owner, doctor } = await centre();
  const { studyID } = studies.second;
  await doctor.post(open(studies.first.studyID, studyID));
  await context.auditBuffer.flush();
  const events = context.db.selectFrom('auditEvents').select(['actorID', 'studyID']);
  expect(await events.where('action', '=', 'study.view').execute()).toEqual([{ actorID: owner.id, studyID }]);
});

test('a recipient of an external share can compare nothing', async () => {
  const { nobody, assistant, studies, list, open } = await centre();
  const { first, second } = studies;
  const { token } = await shareStudy(assistant, first.studyID, { flags: ['remote-viewer'] });
  const headers = shareHeaders(token);
  const ticket = ticketOf(await nobody.post('/external/study/remote-session', undefined, headers));
  const reply = await nobody.get('/viewer/study', withTicket(ticket));
  expect(responseOf(getViewerStudy, reply).can.compare).toBe(false);
  expect(reply.body).not.toHaveProperty('sharesDay');
  for (const credential of [headers, withTicket(ticket)]) {
    expect((await nobody.get(list(first.studyID), credential)).status).toBe(401);
    expect((await nobody.post(open(first.studyID, second.studyID), undefined, credential)).status).toBe(401);
  }
});

test('the endpoints of comparison are not found when the viewer of the portal is switched off', async () => {
  const { studies, list, open, assistant } = await centre({ REMOTE_VIEWER: 'off' });
  const { first, second } = studies;
  expect((await assistant.get(list(first.studyID))).status).toBe(404);
  expect((await assistant.post(open(first.studyID, second.studyID))).status).toBe(404);
});

test('a study says whether the patient has another study of the same day', async () => {
  const server = await startServer();
  const { make, as, clock } = server;
  clock.freeze();
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const done = () => make.study({ patient, type: 'cbct', status: 'done' });
  const earlier = await done();
  clock.advance(3 * 24 * 60 * 60_000);
  const first = await done();
  const second = await done();
  const doctor = await as(owner);
  const { studies } = responseOf(listComparable, await doctor.get(`/studies/${first.studyID}/comparable`));
  expect(studies.map(({ studyID, sharesDay }) => [studyID, sharesDay])).toEqual([
    [second.studyID, true],
    [earlier.studyID, false],
  ]);
  const described = async (studyID: number) => {
    const path = `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`;
    const ticket = ticketOf(await doctor.post(path));
    return responseOf(getViewerStudy, await server.nobody.get('/viewer/study', withTicket(ticket))).sharesDay;
  };
  expect([await described(first.studyID), await described(earlier.studyID)]).toEqual([true, false]);

  // the day of the examination at the machine counts, where it is known
  const day = dayIn(server.context.config.timeZone, clock.now());
  await setExamined(server.context, first.studyID, { day: '2020-03-01', time: '00:10', offset: '+08:00' });
  await setExamined(server.context, earlier.studyID, { day, time: null });
  const compared = responseOf(listComparable, await doctor.get(`/studies/${second.studyID}/comparable`));
  expect(
    compared.studies.map(({ studyID, sharesDay, examinedAt }) => [studyID, sharesDay, examinedAt?.time]),
  ).toEqual([
    [earlier.studyID, true, null],
    [first.studyID, false, '00:10'],
  ]);
  expect([await described(first.studyID), await described(earlier.studyID)]).toEqual([false, true]);
});
