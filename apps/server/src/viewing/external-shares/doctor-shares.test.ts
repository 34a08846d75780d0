import { randomUUID } from 'node:crypto';
import {
  createExternalShare,
  downloadExternalStudy,
  getExternalStudy,
  listExternalShares,
} from '@snimok/contract/viewing/external-shares';
import { getPatientHistory } from '@snimok/contract/administration/history';
import { expect, test } from 'vitest';
import { disableAccount } from '../../people/accounts/account-rows/accounts.ts';
import { openSessionOf } from '../../entry/attacks/sign-in-and-sessions/session-kinds.fixture.ts';
import { DAY_MS, HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { setExamined } from '../../testing/scans/examined-at.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const OFF = [404, 'Такого адреса нет'];
const GONE = [404, 'Запрошенная страница не найдена'];

/** A clinic, the done study of its own patient, and an assistant. */
const clinic = async (settings?: Record<string, string>) => {
  const server = await startServer(settings);
  const { as, make, nobody } = server;
  const owner = await make.doctor({ name: 'Клиника «Апекс»', flags: ['remote-viewer'] });
  const person = await make.member(owner, 'doctor', { name: 'Анна Смирнова' });
  const patient = await make.patient({ doctor: owner, name: 'Берёзкина Алёна Петровна' });
  const { studyID } = await make.study({ patient, status: 'done', type: 'cbct' });
  const doctor = await as(person);
  const assistant = await as(await make.assistant());
  const pathOf = (area: string) => `/${area}/studies/${studyID}/external-shares`;
  const listed = async (by: TestClient, area: string) =>
    responseOf(listExternalShares, await by.get(pathOf(area))).shares;
  return {
    ...server,
    owner,
    person,
    patient,
    studyID,
    doctor,
    assistant,
    path: pathOf('doctor'),
    send: (part: Parameters<typeof shareStudy>[2] = {}) => shareStudy(doctor, studyID, part, 'doctor'),
    open: (token: string, pin?: string) => nobody.get('/external/study?page=true', shareHeaders(token, pin)),
    ownList: () => listed(doctor, 'doctor'),
    centreList: () => listed(assistant, 'assistant'),
  };
};

test("a doctor sends a link to her own patient's study, and sees who opened it", async () => {
  const { send, open, outbox, work, ownList, centreList, context, studyID } = await clinic();
  await work('send-letter');
  // the day at the machine
  await setExamined(context, studyID, { day: '2026-02-27', time: '23:10', offset: '-05:00' });
  const share = await send({ email: 'surgeon@clinic.test', pin: '482913', flags: ['download'] });
  const letter = await until('the letter', () => outbox.find(({ to }) => to === 'surgeon@clinic.test'));
  expect(letter.text).toContain(
    'Анна Смирнова открывает вам исследование своего пациента: КЛКТ от 27.02.2026.',
  );
  expect(letter.text).toContain('отправитель сообщит его вам отдельно');
  for (const secret of ['482913', 'Берёзкина']) expect(letter.text + letter.html).not.toContain(secret);
  expect((await open(share.token)).status).toBe(401);
  const page = responseOf(getExternalStudy, await open(share.token, '482913'));
  expect(page).toMatchObject({ senderName: 'Анна Смирнова', byDoctor: true });
  for (const list of [await ownList(), await centreList()])
    expect(list).toMatchObject([
      { email: 'surgeon@clinic.test', creatorName: 'Анна Смирнова', byDoctor: true, hasPIN: true },
    ]);
  expect((await ownList())[0]?.firstOpenedAt).not.toBeNull();
  expect((await ownList())[0]).not.toHaveProperty('closed');
});

test('the people of a client see the links of their client, and not the links of the centre', async () => {
  const { send, assistant, doctor, studyID, ownList, centreList, path, as, owner } = await clinic();
  await send();
  const ofCentre = await shareStudy(assistant, studyID, { email: 'centre@clinic.test' });
  expect((await ownList()).map(({ email }) => email)).toEqual(['kollega@clinic.test']);
  expect(await centreList()).toHaveLength(2);
  const one = `${path}/${ofCentre.shareUUID}`;
  expect((await doctor.get(`${one}/link`)).status).toBe(404);
  expect((await doctor.post(`${one}/mail`)).status).toBe(404);
  expect((await doctor.delete(one)).status).toBe(404);
  const colleague = await as(owner);
  const [own] = responseOf(listExternalShares, await colleague.get(path)).shares;
  expect((await colleague.delete(`${path}/${own?.shareUUID}`)).status).toBe(204);
});

test('a doctor cannot send a link to the study of a shared patient, of another doctor or without files', async () => {
  const { make, as, doctor, path, patient, owner } = await clinic();
  const friend = await make.doctor({ email: 'friend@clinic.test' });
  await doctor.post(`/doctor/patients/${patient.patientID}/shares`, { shareDoctorEmail: friend.email });
  const body = { email: 'surgeon@clinic.test' };
  const withShare = await as(friend);
  const unrelated = await as(await make.doctor());
  expect((await withShare.post(path, body)).status).toBe(403);
  expect((await withShare.get(path)).status).toBe(403);
  expect((await unrelated.post(path, body)).status).toBe(404);
  expect((await unrelated.get(path)).status).toBe(404);
  const reception = await as(await make.member(owner, 'reception'));
  expect((await reception.post(path, body)).status).toBe(403);
  for (const status of ['in-work', 'archived'] as const) {
    const { studyID } = await make.study({ patient, status });
    const reply = await doctor.post(`/doctor/studies/${studyID}/external-shares`, body);
    expect(refusal(reply)).toEqual([409, 'Поделиться можно только выполненным исследованием']);
  }
});

test('a link to a study in the bin cannot be sent, and one that was sent is closed', async () => {
  const { send, open, context, clock, doctor, path, studyID } = await clinic();
  const { token } = await send();
  const inBin = { deletedAt: clock.now() };
  await context.db.updateTable('studies').set(inBin).where('id', '=', studyID).execute();
  expect((await open(token)).status).toBe(404);
  expect((await doctor.post(path, { email: 'a@b.ru' })).status).toBe(404);
});

test('a link that the doctor or the centre revokes is closed at once, with its downloads', async () => {
  const { send, open, nobody, doctor, assistant, studyID } = await clinic();
  for (const [revoker, area] of [
    [doctor, 'doctor'],
    [assistant, 'assistant'],
  ] as const) {
    const { token, shareUUID } = await send();
    const reply = await nobody.get('/external/study/download', shareHeaders(token));
    const { presignedURL } = responseOf(downloadExternalStudy, reply);
    expect((await fetch(presignedURL)).status).toBe(200);
    expect((await revoker.delete(`/${area}/studies/${studyID}/external-shares/${shareUUID}`)).status).toBe(
      204,
    );
    expect(refusal(await open(token))).toEqual(GONE);
    expect((await fetch(presignedURL)).status).toBe(403);
  }
});

test('a link stops working when the account of the doctor or of her client is disabled or her role changes', async () => {
  const { send, open, nobody, assistant, context, clock, person, owner, centreList } = await clinic();
  const { db } = context;
  const share = await send({ flags: ['download', 'remote-viewer'] });
  const headers = shareHeaders(share.token);
  const { presignedURL } = responseOf(
    downloadExternalStudy,
    await nobody.get('/external/study/download', headers),
  );
  const { body } = await nobody.post('/external/study/remote-session', undefined, headers);
  const [, ticket = ''] = (body as { remoteSessionURL: string }).remoteSessionURL.split('#');
  const view = () => nobody.get('/viewer/study', { authorization: `Bearer ${ticket}` });
  expect((await view()).status).toBe(200);
  const expectClosed = async () => {
    expect(refusal(await open(share.token))).toEqual(GONE);
    expect((await fetch(presignedURL)).status).toBe(403);
    expect((await view()).status).toBe(403);
    expect((await centreList())[0]).toMatchObject({ closed: true });
    expect(refusal(await assistant.post(`${share.path.replace('doctor', 'assistant')}/mail`))).toEqual([
      409,
      'Ссылка клиента больше не открывается. Отправьте новую от центра',
    ]);
  };
  const enable = { disabledAt: null, suspendedAt: null };
  for (const { id } of [person, owner]) {
    await disableAccount(db, id, clock.now());
    await expectClosed();
    await db.updateTable('accounts').set(enable).where('id', '=', id).execute();
    expect((await open(share.token)).status).toBe(200);
  }
  await db.updateTable('accounts').set({ clientRole: 'reception' }).where('id', '=', person.id).execute();
  await expectClosed();
});

test('a link ends when the patient moves to another client, and the preview of the move says so', async () => {
  const { send, open, assistant, make, patient, ownList, as, owner } = await clinic();
  const { token } = await send();
  const { token: ofCentre } = await shareStudy(
    assistant,
    (await make.study({ patient, status: 'done' })).studyID,
  );
  const other = await make.doctor();
  const path = `/assistant/patients/${patient.patientID}/move`;
  const { body } = await assistant.post(`${path}/preview`, { doctorID: other.id });
  const { revision, links } = body as { revision: string; links: { email: string; ends: boolean }[] };
  expect(links.map(({ ends }) => ends).toSorted()).toEqual([false, true]);
  const move = { doctorID: other.id, keepsAccess: true, revision };
  const { body: moved } = await assistant.post(path, move);
  expect(refusal(await open(token))).toEqual(GONE);
  expect((await open(ofCentre)).status).toBe(200);
  const former = await as(owner);
  expect((await former.get(`/doctor/patients/${patient.patientID}`)).status).toBe(200);
  const { reassignmentID } = moved as { reassignmentID: number };
  expect((await assistant.post(`/assistant/reassignments/${reassignmentID}/undo`)).status).toBe(204);
  expect((await open(token)).status).toBe(200);
  expect(await ownList()).toHaveLength(1);
});

test('links of doctors can be neither sent nor opened when they are switched off; links of the centre still work', async () => {
  const { send, open, context, doctor, assistant, studyID, path, centreList } = await clinic();
  const share = await send();
  const ofCentre = await shareStudy(assistant, studyID);
  context.config.doctorExternalShareEnabled = false;
  expect(refusal(await doctor.get(path))).toEqual(OFF);
  expect(refusal(await doctor.post(path, { email: 'a@b.ru' }))).toEqual(OFF);
  expect(refusal(await doctor.post(`${path}/${share.shareUUID}/mail`))).toEqual(OFF);
  expect(refusal(await open(share.token))).toEqual(GONE);
  expect((await open(ofCentre.token)).status).toBe(200);
  const closed = (await centreList()).map((one) => [one.shareUUID, one.closed ?? false]);
  expect(new Map(closed as [string, boolean][])).toEqual(
    new Map([
      [share.shareUUID, true],
      [ofCentre.shareUUID, false],
    ]),
  );
  context.config.doctorExternalShareEnabled = true;
  context.config.studyExternalShareEnabled = false;
  expect(refusal(await doctor.get(path))).toEqual(OFF);
});

test.for(['one-time password', 'second factor due'] as const)(
  'a session that is limited to a %s sends no link',
  async (kind) => {
    const server = await clinic();
    const { headers } = await openSessionOf(server, kind, server.person);
    const reply = await server.nobody.post(server.path, { email: 'a@b.ru' }, headers);
    expect(reply.status).toBe(403);
    expect(await server.centreList()).toEqual([]);
  },
);

test('a repeated request after a lost answer or a double click sends one link and one letter', async () => {
  const { doctor, path, centreList, context } = await clinic();
  const request = { shareUUID: randomUUID(), email: 'surgeon@clinic.test', pin: '482913' };
  const replies = await Promise.all([1, 2, 3].map(() => doctor.post(path, request)));
  expect(replies.map((reply) => responseOf(createExternalShare, reply).shareUUID)).toEqual(
    Array(3).fill(request.shareUUID),
  );
  for (const other of [{ email: 'other@clinic.test' }, { pin: '602817' }, { pin: null }, { flags: [] }])
    expect(refusal(await doctor.post(path, { ...request, ...other }))).toEqual([
      409,
      'Эта ссылка уже отправлена с другими настройками. Закройте окно и отправьте новую',
    ]);
  expect(await centreList()).toHaveLength(1);
  expect(await context.db.selectFrom('letters').selectAll().execute()).toHaveLength(1);
});

test('a link is valid for the chosen number of days, at most as long as links of the centre', async () => {
  const { send, open, doctor, assistant, path, clock, studyID } = await clinic({ SHARE_MAX_AGE: '240h0m0s' });
  clock.freeze();
  const { token, createdAt, expiresAt } = await send({ days: 3 });
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(3 * DAY_MS);
  const longest = await shareStudy(assistant, studyID, { days: 10 });
  expect(Date.parse(longest.expiresAt) - Date.parse(longest.createdAt)).toBe(10 * DAY_MS);
  expect(responseOf(listExternalShares, await doctor.get(path)).longestDays).toBe(10);
  const tooLong = await doctor.post(path, { email: 'a@b.ru', days: 11 });
  expect(refusal(tooLong)).toEqual([400, 'Срок (days): не больше 10 дней']);
  clock.advance(3 * DAY_MS);
  expect(refusal(await open(token))).toEqual(GONE);
});

test('the people of a client send 30 letters with links per hour, repeated letters included', async () => {
  const { doctor, path, as, owner, clock } = await clinic();
  const send = (by: TestClient, email: string) => by.post(path, { email });
  const first = responseOf(createExternalShare, await send(doctor, 'a0@clinic.test'));
  for (let i = 1; i < 29; i++) expect((await send(doctor, `a${i}@clinic.test`)).status).toBe(201);
  const again = () => doctor.post(`${path}/${first.shareUUID}/mail`);
  expect((await again()).status).toBe(204);
  const tooMany = [429, 'За час отправлено слишком много ссылок. Повторите позже'];
  expect(refusal(await send(await as(owner), 'b@clinic.test'))).toEqual(tooMany);
  expect(refusal(await again())).toEqual(tooMany);
  clock.advance(HOUR_MS);
  expect((await send(await as(owner), 'b@clinic.test')).status).toBe(201);
});

test('a client without the online viewer cannot offer it to a recipient', async () => {
  const { make, as } = await clinic();
  const owner = await make.doctor();
  const { studyID } = await make.study({ doctor: owner, status: 'done' });
  const reply = await (
    await as(owner)
  ).post(`/doctor/studies/${studyID}/external-shares`, {
    email: 'a@b.ru',
    flags: ['remote-viewer'],
  });
  expect(reply.status).toBe(400);
});

test('the history of the patient says which doctor sent the link and to whom, and that it was opened', async () => {
  const { send, open, doctor, assistant, patient, path, context } = await clinic();
  const { token, shareUUID } = await send({ email: 'surgeon@clinic.test' });
  await open(token);
  // openings are recorded in batches
  await context.auditBuffer.flush();
  await doctor.delete(`${path}/${shareUUID}`);
  const reply = await assistant.get(`/assistant/patients/${patient.patientID}/history`);
  const { events } = responseOf(getPatientHistory, reply);
  const ofLink = events.filter(({ action }) => action.startsWith('share.') && action !== 'share.copy');
  expect(ofLink.map(({ action, actorName, reach }) => [action, actorName, reach?.recipient])).toEqual([
    ['share.delete', 'Анна Смирнова', 'surgeon@clinic.test'],
    ['share.open', null, 'surgeon@clinic.test'],
    ['share.create', 'Анна Смирнова', 'surgeon@clinic.test'],
  ]);
});
