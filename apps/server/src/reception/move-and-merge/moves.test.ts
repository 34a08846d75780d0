import { randomUUID } from 'node:crypto';
import { handToPatient, listPatientAccess } from '@snimok/contract/viewing/patient-access';
import { listReassignments } from '@snimok/contract/reception/move-and-merge';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { startServer } from '../../testing/portal/server.ts';
import {
  actionsOf,
  mergeInto,
  movePatientTo,
  moveStudyTo,
  rowsOf,
  share,
  undo,
} from './move-and-merge.fixture.ts';

test('a move of a study closes it, open viewers and downloads to the former doctor, and an undo restores everything', async () => {
  const server = await startServer();
  const { as, make, nobody } = server;
  const one = await make.doctor({ flags: ['remote-viewer'] });
  const other = await make.doctor({ flags: ['remote-viewer'] });
  const wrong = await make.patient({ doctor: one });
  const right = await make.patient({ doctor: other, name: 'Верный Пётр' });
  const study = await make.study({ patient: wrong, status: 'done' });
  const client = await as(await make.assistant());
  const before = await as(one);
  const after = await as(other);
  const link = await shareStudy(client, study.studyID, { flags: ['download'] });
  const opened = await before.post(
    `/doctor/patients/${wrong.patientID}/studies/${study.studyID}/remote-session`,
  );
  const [, ticket = ''] = (opened.body as { remoteSessionURL: string }).remoteSessionURL.split('#');
  const view = () => nobody.get('/viewer/study', { authorization: `Bearer ${ticket}` });
  const old = `/doctor/patients/${wrong.patientID}/studies/${study.studyID}`;
  const { presignedURL } = (await before.get(`${old}/download`)).body as { presignedURL: string };
  expect([(await view()).status, (await nobody.get(presignedURL)).status]).toEqual([200, 200]);
  const rows = await rowsOf(server);

  const { preview, status, reassignmentID } = await moveStudyTo(client, study.studyID, right.patientID);
  expect(status).toBe(200);
  expect(preview).toMatchObject({
    from: { patientID: wrong.patientID },
    to: { patientID: right.patientID, name: 'Верный Пётр' },
    client: { doctorID: other.id },
    studies: [{ studyID: study.studyID, uploading: false }],
    gains: [{ doctorID: other.id }],
    loses: [{ doctorID: one.id }],
    links: [{ shareUUID: link.shareUUID, email: 'kollega@clinic.test' }],
  });
  expect([(await view()).status, (await nobody.get(presignedURL)).status]).toEqual([403, 403]);
  expect((await before.get(old)).status).toBe(404);
  const own = await after.get(`/doctor/patients/${right.patientID}/studies/${study.studyID}`);
  expect(own.body).toMatchObject({ status: 'available' });
  // the link was not revoked: it opens the study under its new patient
  const external = await nobody.get('/external/study', shareHeaders(link.token));
  expect(external.body).toMatchObject({ patientName: 'Верный Пётр' });
  expect(await actionsOf(client, wrong.patientID)).toContain('study.move-out');
  expect(await actionsOf(client, right.patientID)).toContain('study.move-in');
  for (const { patientID } of [wrong, right]) {
    const listed = await client.get(`/assistant/patients/${patientID}/reassignments`);
    expect(responseOf(listReassignments, listed).reassignments).toMatchObject([
      { reassignmentID, kind: 'study', undoneAt: null, to: { name: 'Верный Пётр' } },
    ]);
  }

  expect((await undo(client, reassignmentID)).status).toBe(204);
  expect(await rowsOf(server)).toEqual(rows);
  expect([(await view()).status, (await nobody.get(presignedURL)).status]).toEqual([200, 200]);
  expect((await after.get(`/doctor/patients/${right.patientID}/studies/${study.studyID}`)).status).toBe(404);
  // a repeated request, as from a page that lost its connection
  expect((await undo(client, reassignmentID)).status).toBe(204);
  expect(await actionsOf(client, wrong.patientID)).toContain('reassignment.undo');
});

test('a move of a study ends the links handed to the patient and hides them at the new card; an undo restores them', async () => {
  const server = await startServer();
  const { as, make, nobody, context } = server;
  const doctor = await make.doctor();
  const wrong = await make.patient({ doctor });
  const right = await make.patient({ doctor });
  const { studyID } = await make.study({ patient: wrong, status: 'done' });
  const client = await as(await make.assistant());
  const path = `/studies/${studyID}/patient-access`;
  const hand = async () => {
    const shareUUID = randomUUID();
    const reply = await client.post(path, { shareUUID, pin: '483920' });
    const { shareURL } = responseOf(handToPatient, reply);
    const open = async () =>
      (await nobody.get('/external/study', shareHeaders(shareURL.split('#')[1] ?? '', '483920'))).status;
    return { shareUUID, open };
  };
  const listed = async () =>
    responseOf(listPatientAccess, await client.get(path)).accesses.map(({ shareUUID, events }) => [
      shareUUID,
      events.length,
    ]);
  const events = () => context.db.selectFrom('shareEvents').select('shareUUID').execute();
  const live = await hand();
  const ended = await hand();
  expect([await live.open(), await ended.open()]).toEqual([200, 200]);
  await client.delete(`${path}/${ended.shareUUID}`);
  const before = await listed();
  expect(before).toHaveLength(2);

  const { preview, reassignmentID } = await moveStudyTo(client, studyID, right.patientID);
  expect(preview.links).toMatchObject([{ shareUUID: live.shareUUID, ends: true }]);
  expect([await live.open(), await listed(), await events()]).toEqual([404, [], []]);
  const meanwhile = await hand();
  expect(await meanwhile.open()).toBe(200);

  expect((await undo(client, reassignmentID)).status).toBe(204);
  expect([await live.open(), await ended.open(), await meanwhile.open()]).toEqual([200, 404, 404]);
  expect(await listed()).toEqual(before.map(([uuid, count]) => [uuid, uuid === live.shareUUID ? 2 : count]));
  const { preview: merge } = await mergeInto(client, right.patientID, wrong.patientID);
  expect(merge.links).toMatchObject([{ shareUUID: live.shareUUID, ends: false }]);
  expect(await live.open()).toBe(200);
});

test('a patient moves to another client with all studies, chosen shares and links end, and an undo restores them', async () => {
  const server = await startServer();
  const { as, make, nobody } = server;
  const from = await make.doctor();
  const to = await make.doctor();
  const kept = await make.doctor();
  const ended = await make.doctor();
  const patient = await make.patient({ doctor: from });
  const studies = [await make.study({ patient, status: 'done' }), await make.study({ patient })];
  for (const { id } of [to, kept, ended]) await share(server, patient.patientID, id);
  const client = await as(await make.assistant());
  await server.work();
  const link = await shareStudy(client, studies[0]!.studyID, { flags: ['download'] });
  // waits until the letter is sent: an unsent one would be withdrawn with its link, and the undo would not restore it
  await expect.poll(() => server.outbox.length).toBe(1);
  const rows = await rowsOf(server);
  const sees = async (account: typeof from) =>
    (await (await as(account)).get(`/doctor/patients/${patient.patientID}`)).status;

  const { preview, reassignmentID } = await movePatientTo(client, patient.patientID, to.id, {
    keepsAccess: true,
    endShares: [ended.id],
    revokeLinks: [link.shareUUID],
  });
  expect(preview.shares.map(({ doctorID }) => doctorID).toSorted()).toEqual([kept.id, ended.id].toSorted());
  expect([await sees(from), await sees(to), await sees(kept), await sees(ended)]).toEqual([
    200, 200, 200, 403,
  ]);
  const owned = await (await as(to)).get('/doctor/patients');
  expect(owned.body).toMatchObject({ totalCount: 1, patients: [{ shared: false }] });
  const former = await (await as(from)).get(`/doctor/patients/${patient.patientID}`);
  expect(former.body).toMatchObject({ shared: true });
  expect((await nobody.get('/external/study', shareHeaders(link.token))).status).toBe(404);
  const all = await client.get(`/assistant/patients/${patient.patientID}/studies`);
  expect(all.body).toMatchObject({ totalCount: 2, studies: [{ doctorID: to.id }, { doctorID: to.id }] });

  expect((await undo(client, reassignmentID)).status).toBe(204);
  expect(await rowsOf(server)).toEqual(rows);
  expect((await nobody.get('/external/study', shareHeaders(link.token))).status).toBe(200);
});

test('cards of two clients cannot be merged, and moving a study between clients requires the right for clients', async () => {
  const { as, make, context } = await startServer();
  const one = await make.patient();
  const other = await make.patient();
  const study = await make.study({ patient: one });
  const full = await make.assistant();
  const limited = await make.assistant();
  await context.db
    .updateTable('accounts')
    .set({ rights: ['studies'] })
    .where('id', '=', limited.id)
    .execute();
  const client = await as(full);
  const withoutClients = await as(limited);
  const merge = { mergedID: other.patientID };
  expect((await client.post(`/assistant/patients/${one.patientID}/merge/preview`, merge)).status).toBe(409);
  const move = `/assistant/studies/${study.studyID}/move`;
  expect((await withoutClients.post(`${move}/preview`, { patientID: other.patientID })).status).toBe(403);
  const sibling = await make.patient({ doctor: { id: one.doctorID } as never });
  expect((await withoutClients.post(`${move}/preview`, { patientID: sibling.patientID })).status).toBe(200);
  const { reassignmentID } = await moveStudyTo(client, study.studyID, other.patientID);
  expect((await undo(withoutClients, reassignmentID)).status).toBe(403);
});

test('affected clients get a letter, unless they declined letters about studies', async () => {
  const server = await startServer();
  const { as, make, context, outbox } = server;
  const one = await make.doctor();
  const other = await make.doctor();
  const silent = await make.doctor();
  await (await as(silent)).put('/account/letters', { declined: ['studies'] });
  const wrong = await make.patient({ doctor: one, name: 'Иванов Иван' });
  const right = await make.patient({ doctor: other, name: 'Петров Пётр' });
  await share(server, wrong.patientID, silent.id);
  const study = await make.study({ patient: wrong, status: 'done' });
  const client = await as(await make.assistant());
  const { reassignmentID } = await moveStudyTo(client, study.studyID, right.patientID);
  await server.work();
  await expect.poll(() => outbox.length).toBe(2);
  const [lost, gained] = [one, other].map(({ email }) => outbox.find(({ to }) => to === email));
  expect(lost?.subject).toBe('Исследование больше не относится к вашему пациенту');
  expect(gained?.subject).toBe('К вашему пациенту перенесено исследование');
  expect(lost?.text).not.toContain('Пётр');
  expect(lost?.text).not.toContain('/patients/');
  expect(gained?.text).toContain(`/doctor-area/patients/${right.patientID}/studies`);
  const events = await context.db.selectFrom('publications').select(['channel', 'event']).execute();
  for (const { id } of [one, other, silent])
    expect(events.filter(({ channel }) => channel === `#${id}`).map(({ event }) => event)).toContainEqual({
      type: 'study_updated',
      data: { studyID: study.studyID, patientID: wrong.patientID },
    });

  expect((await undo(client, reassignmentID)).status).toBe(204);
  await expect.poll(() => outbox.length).toBe(4);
  const subjects = [one, other].map(({ email }) => outbox.slice(2).find(({ to }) => to === email)?.subject);
  expect(subjects).toEqual([gained?.subject, lost?.subject]);
});

test('undoing the move of a patient removes shares with, and access requests of, the client who owns it again', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const from = await make.doctor();
  const to = await make.doctor();
  const patients = [await make.patient({ doctor: from }), await make.patient({ doctor: from })];
  const client = await as(await make.assistant());
  const moves: number[] = [];
  for (const { patientID } of patients)
    moves.push((await movePatientTo(client, patientID, to.id)).reassignmentID);
  const [shared, requested] = patients.map(({ patientID }) => patientID) as [number, number];
  await share(server, shared, from.id);
  expect((await (await as(from)).post(`/doctor/patients/${requested}/shares/request`)).status).toBe(204);
  for (const id of moves) expect((await undo(client, id)).status).toBe(204);
  expect(await context.db.selectFrom('patientShares').selectAll().execute()).toEqual([]);
  expect(await context.db.selectFrom('accessRequests').selectAll().execute()).toEqual([]);
});

test('a preview warns of another patient in the files, unless a confirmation exists that the change keeps', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const owner = await make.doctor();
  const other = await make.doctor();
  const patient = await make.patient({ doctor: owner });
  const kept = await make.patient({ doctor: owner });
  const study = await make.study({ patient, status: 'done' });
  const inFiles = JSON.stringify({ name: 'Чужой^Пётр', birthDate: '1950-05-05', sex: null });
  await sql`update objects set patient_in_files = ${inFiles}::jsonb`.execute(context.db);
  await context.db.updateTable('studies').set({ patientConfirmation: '{}' }).execute();
  const client = await as(await make.assistant());
  const differs = async (path: string, body: object) => {
    const { studies } = (await client.post(`/assistant/${path}/preview`, body)).body as {
      studies: { differs: boolean }[];
    };
    return studies.map((each) => each.differs);
  };
  const { patientID: keptID } = kept;
  const { patientID } = patient;
  const move = { doctorID: other.id, keepsAccess: false };
  const merge = () => differs(`patients/${keptID}/merge`, { mergedID: patientID });
  expect(await differs(`patients/${patientID}/move`, move)).toEqual([false]);
  expect(await merge()).toEqual([false]);
  expect(await differs(`studies/${study.studyID}/move`, { patientID: keptID })).toEqual([true]);
  await context.db.updateTable('studies').set({ patientConfirmation: null }).execute();
  expect(await merge()).toEqual([true]);
});
