import {
  acceptInvitation,
  getInvitation,
  inviteClientPerson,
  listClientPeople,
  listPeopleOfClient,
} from '@snimok/contract/people/client-members';
import { getMe } from '@snimok/contract/people/doctors';
import { userChannel } from '@snimok/contract/platform/realtime';
import { expect, test } from 'vitest';
import { disableAccount } from '../accounts/account-rows/accounts.ts';
import { HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import type { Letter } from '../../platform/outside/mail/mail.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { realtimeClient } from '../../testing/callers/realtime-client.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { ticketOf, withTicket } from '../../testing/callers/viewer.ts';

const PASSWORD = 'Zub-Mudrosti-8';

const tokenIn = ({ text }: Letter): string => /\/invitation#([\w-]{43})$/m.exec(text)?.[1] ?? '';

const accept = ({ nobody }: TestServer, token: string, name = 'Орлова Анна') =>
  nobody.put('/auth/invitation', { token, name, password: PASSWORD, repeat_password: PASSWORD });

const peopleOf = async (owner: TestClient) => responseOf(listClientPeople, await owner.get('/doctor/people'));

/** Invites by the owner and returns the token of the letter. Needs a running worker. */
const tokenFor = async ({ outbox }: TestServer, owner: TestClient, email: string, role = 'doctor') => {
  const before = outbox.length;
  responseOf(inviteClientPerson, await owner.post('/doctor/people/invitations', { email, role }));
  return tokenIn(await until('the letter', () => outbox[before]));
};

/** A client with a done study, its owner, and one person of each role. */
const startClinic = async () => {
  const server = await startServer();
  const { make } = server;
  const client = await make.doctor({ name: 'Клиника «Белая линия»', flags: ['remote-viewer', 'schedule'] });
  const patient = await make.patient({ doctor: client });
  const study = await make.study({ patient, status: 'done', picture: true });
  const doctor = await make.member(client, 'doctor', { name: 'Орлова Анна' });
  const reception = await make.member(client, 'reception', { name: 'Мира' });
  const asOwner = await server.as(client);
  const asDoctor = await server.as(doctor);
  const asReception = await server.as(reception);
  return { server, client, patient, study, doctor, reception, asOwner, asDoctor, asReception };
};

test('an invited doctor chooses a password by the link, which works once, and sees the patients of the client', async () => {
  const server = await startServer();
  await server.work('send-letter');
  const client = await server.make.doctor({ name: 'Клиника «Белая линия»', flags: ['schedule'] });
  const patient = await server.make.patient({ doctor: client });
  const owner = await server.as(client);
  const token = await tokenFor(server, owner, 'Orlova@clinic.test');
  expect(server.outbox[0]).toMatchObject({ to: 'Orlova@clinic.test' });
  expect((await peopleOf(owner)).invitations).toMatchObject([
    { email: 'Orlova@clinic.test', role: 'doctor', expired: false },
  ]);
  const invitation = await server.nobody.post('/auth/invitation', { token });
  expect(responseOf(getInvitation, invitation)).toMatchObject({
    clientName: client.name,
    email: 'Orlova@clinic.test',
    role: 'doctor',
  });
  expect(refusal(await accept(server, 'x'.repeat(43)))[0]).toBe(400);

  const replies = await Promise.all([accept(server, token), accept(server, token)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const accepted = replies.find(({ status }) => status === 200)!;
  const { accountID } = responseOf(acceptInvitation, accepted);
  const signedIn = await server.nobody.signIn('orlova@clinic.test', PASSWORD);
  expect(signedIn.body).toMatchObject({ user_id: accountID, user_role: 'doctor' });
  expect(responseOf(getMe, await server.nobody.get('/doctor/me'))).toEqual({
    doctorID: client.id,
    name: 'Орлова Анна',
    email: 'Orlova@clinic.test',
    role: 'doctor',
    clientName: client.name,
    can: { seePictures: true, sendReferrals: true, sharePatients: true, managePeople: false },
  });
  const { body } = await server.nobody.get('/doctor/patients');
  expect(body).toMatchObject({ patients: [{ patientID: patient.patientID, shared: false }] });
  expect((await server.nobody.get('/doctor/settings')).body).toMatchObject({ scheduleEnabled: true });
  expect(await peopleOf(owner)).toMatchObject({
    people: [
      { accountID: client.id, role: 'owner', self: true },
      { accountID, name: 'Орлова Анна', role: 'doctor', self: false, lastSignInAt: expect.any(String) },
    ],
    invitations: [],
  });
  const assistant = await server.as(await server.make.assistant());
  const seen = await assistant.get(`/assistant/doctors/${client.id}/people`);
  expect(responseOf(listPeopleOfClient, seen).people).toHaveLength(2);
  // the owner's people are not listed as clients of the centre
  const { doctors } = (await assistant.get('/assistant/doctors')).body as { doctors: unknown[] };
  expect(doctors).toHaveLength(1);
});

test('an invitation ends after 72 hours, when it is sent again, and when it is withdrawn', async () => {
  const server = await startServer();
  await server.work('send-letter');
  const owner = await server.as(await server.make.doctor());
  const first = await tokenFor(server, owner, 'mira@clinic.test', 'reception');
  const [{ invitationUUID } = { invitationUUID: '' }] = (await peopleOf(owner)).invitations;
  expect((await owner.post(`/doctor/people/invitations/${invitationUUID}/mail`)).status).toBe(204);
  const second = tokenIn(await until('the second letter', () => server.outbox[1]));
  expect(refusal(await accept(server, first))).toEqual([
    400,
    'Приглашение уже использовано, отозвано или устарело. Попросите владельца кабинета пригласить вас ещё раз',
  ]);
  const otherClient = await server.as(await server.make.doctor());
  expect((await otherClient.delete(`/doctor/people/invitations/${invitationUUID}`)).status).toBe(404);
  expect((await owner.delete(`/doctor/people/invitations/${invitationUUID}`)).status).toBe(204);
  expect((await accept(server, second)).status).toBe(400);
  const third = await tokenFor(server, owner, 'mira@clinic.test', 'reception');
  server.clock.advance(72 * HOUR_MS);
  expect((await accept(server, third)).status).toBe(400);
});

test('inviting an address with an account gets the same response, and only the link in the letter reveals the account', async () => {
  const server = await startServer();
  await server.work('send-letter');
  const owner = await server.as(await server.make.doctor());
  const colleague = await server.make.doctor();
  const token = await tokenFor(server, owner, colleague.email);
  expect(refusal(await accept(server, token))[0]).toBe(409);
  // the link still works, because no account was created
  expect((await server.nobody.post('/auth/invitation', { token })).status).toBe(200);
});

test('a receptionist works with patients, bookings and the chat, but sees no picture', async () => {
  const { patient, study, asReception, server, client } = await startClinic();
  const base = `/doctor/patients/${patient.patientID}`;
  const listed = (await asReception.get(`${base}/studies`)).body;
  expect(listed).toMatchObject({ studies: [{ studyID: study.studyID, panoURL: null, status: 'available' }] });
  expect((await asReception.get('/doctor/studies')).body).toMatchObject({
    studies: [{ panoURL: null, isNew: false, shared: false }],
  });
  expect((await asReception.get('/doctor/settings')).body).toMatchObject({
    remoteViewerEnabled: false,
    threeDSegEnabled: false,
    scheduleEnabled: true,
    chatEnabled: true,
  });
  expect((await asReception.get('/doctor/schedule/locations')).status).toBe(200);
  for (const path of [
    `/studies/${study.studyID}/picture`,
    `${base}/studies/${study.studyID}/download`,
    `${base}/shares`,
    '/dicomweb/studies',
    '/doctor/people',
  ])
    expect([path, (await asReception.get(path)).status]).toEqual([path, 403]);
  const sent = await asReception.post('/doctor/messenger/messages/send', { text: 'Когда будет снимок?' });
  expect(sent.body).toMatchObject({ personName: 'Мира', isAnswer: false });
  const assistant = await server.as(await server.make.assistant());
  const { body } = await assistant.get(`/assistant/messenger/dialogs/${client.id}/messages`);
  expect(body).toMatchObject({ messages: [{ authorName: 'Мира', personName: 'Мира' }] });
  const history = await assistant.get(`/assistant/patients/${patient.patientID}/history`);
  expect(history.status).toBe(200);
});

test('the history names the person who opened a picture', async () => {
  const { server, patient, study, asDoctor } = await startClinic();
  expect((await asDoctor.get(`/studies/${study.studyID}/picture`)).status).toBe(200);
  const assistant = await server.as(await server.make.assistant());
  const { body } = await assistant.get(`/assistant/patients/${patient.patientID}/history`);
  expect(body).toMatchObject({
    events: [{ action: 'study.view', actorKind: 'doctor', actorName: 'Орлова Анна' }],
  });
});

test('the removal of a person ends session, ticket, download link and connection at once', async () => {
  const { server, patient, study, doctor, asOwner, asDoctor } = await startClinic();
  const base = `/doctor/patients/${patient.patientID}/studies/${study.studyID}`;
  const ticket = ticketOf(await asDoctor.post(`${base}/remote-session`));
  const { presignedURL } = (await asDoctor.get(`${base}/download`)).body as { presignedURL: string };
  const download = new URL(presignedURL);
  const fetchFile = () => fetch(`${server.address}${download.pathname}${download.search}`);
  expect((await fetchFile()).status).toBe(200);
  const { realtime_token: token } = (await server.nobody.signIn(doctor.email, doctor.password)).body as {
    realtime_token: string;
  };
  const socket = realtimeClient(server.address, { token });
  await socket.connected();
  await socket.subscribe(userChannel(doctor.id));
  // events of the client reach its people
  await asOwner.post('/doctor/messenger/messages/send', { text: 'Добрый день' });
  await until('the message', () => socket.events.some(({ type }) => type === 'new_message'));

  expect((await asOwner.delete(`/doctor/people/${doctor.id}`)).status).toBe(204);
  expect((await asDoctor.get('/doctor/me')).status).toBe(401);
  expect((await server.nobody.get('/viewer/study', withTicket(ticket))).status).toBe(403);
  expect((await fetchFile()).status).toBe(403);
  await until('the end of the connection', () => socket.disconnects.length > 0);
  expect((await server.nobody.signIn(doctor.email, doctor.password)).status).toBe(403);
  expect((await peopleOf(asOwner)).people.map(({ accountID }) => accountID)).not.toContain(doctor.id);
  expect((await asOwner.delete(`/doctor/people/${doctor.id}`)).status).toBe(404);
  // the address can be invited again
  const again = await asOwner.post('/doctor/people/invitations', { email: doctor.email, role: 'doctor' });
  expect(again.status).toBe(201);
});

test('only the client’s owner can change a person’s role, and a new receptionist loses the pictures at once', async () => {
  const { server, client, study, doctor, asOwner, asDoctor } = await startClinic();
  const change = (by: TestClient, accountID: number, role: string) =>
    by.put(`/doctor/people/${accountID}`, { role });
  const otherClient = await server.as(await server.make.doctor());
  expect((await change(otherClient, doctor.id, 'reception')).status).toBe(404);
  expect((await change(asOwner, client.id, 'reception')).status).toBe(404);
  expect((await change(asDoctor, doctor.id, 'doctor')).status).toBe(403);
  expect((await change(asOwner, doctor.id, 'reception')).status).toBe(204);
  expect((await asDoctor.get('/doctor/me')).status).toBe(401);
  const again = await server.as(doctor);
  expect((await again.get(`/studies/${study.studyID}/picture`)).status).toBe(403);
  // more rights need no new session
  expect((await change(asOwner, doctor.id, 'doctor')).status).toBe(204);
  expect((await again.get(`/studies/${study.studyID}/picture`)).status).toBe(200);
});

test('disabling a client disables its people', async () => {
  const { server, client, doctor, asDoctor } = await startClinic();
  await server.context.db.transaction().execute((tx) => disableAccount(tx, client.id, server.clock.now()));
  expect((await asDoctor.get('/doctor/me')).status).toBe(401);
  expect((await server.nobody.signIn(doctor.email, doctor.password)).body).toEqual({
    error: 'access_denied',
  });
});

test('a person of a client chooses among the letters of the role, and gets only those about sign-ins at first', async () => {
  const { server, asDoctor, asReception, study, reception } = await startClinic();
  await server.work('send-letter');
  const kinds = async (one: TestClient) =>
    ((await one.get('/account/profile')).body as { letters: { kind: string; wanted: boolean }[] }).letters;
  expect(await kinds(asDoctor)).toHaveLength(6);
  expect((await kinds(asReception)).map(({ kind }) => kind)).toEqual([
    'studies',
    'bookings',
    'shares',
    'sign-ins',
  ]);
  const wanted = (await kinds(asReception)).filter((one) => one.wanted);
  expect(wanted.map(({ kind }) => kind)).toEqual(['sign-ins']);
  expect((await asReception.put('/account/letters', { declined: ['bookings', 'shares'] })).status).toBe(204);
  const assistant = await server.as(await server.make.assistant());
  expect((await assistant.post(`/assistant/studies/${study.studyID}/mail`)).status).toBe(204);
  await until('both letters', () => server.outbox.length === 2);
  expect(server.outbox.map(({ to }) => to)).toContain(reception.email);
});
