import { PARTS_FROM_BYTES } from '@snimok/contract/uploads';
import { openSession } from '../../people/accounts/sessions.ts';
import { disableAccount } from '../../people/accounts/accounts.ts';
import { dayAfter, dayIn } from '../outside/calendar.ts';
import type { TestClient } from '../../testing/client.ts';
import { radiograph } from '../../testing/dicom.ts';
import { putFilesInto } from '../../testing/dicom-object.ts';
import { requestCodes, asking, letIn } from '../../testing/desktop.ts';
import { startUploadOf } from '../../testing/sending.ts';
import { makeProtest, makeScan } from '../../testing/panorama.ts';
import type { TestServer } from '../../testing/server.ts';

export const callers = [
  'nobody',
  'assistant',
  'owner',
  'friend',
  'stranger',
  'accountant',
  'disabled',
  'link',
] as const;
export type Caller = (typeof callers)[number];

const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '18:00' }));
const patientFacts = { name: 'Иванова Анна', sex: 'female', birthday: '1980-02-29' };
const location = { name: 'Центр', capacity: 1, slotMinutes: 30, hours: weekly };
const bookingRequest = { patientName: 'Пётр Петров', patientPhone: '+79991234567' };
const file = { filename: 'a.dcm', filesize: 1 };
const large = { filename: 'a.zip', filesize: PARTS_FROM_BYTES, inParts: true };
const part = { number: 1, checksum: '00000000' };
let count = 0;
/** What goes along where a call wants something. */
export const bodies: Record<string, (fixture: MatrixFixture) => unknown> = {
  'PUT /auth/password': () => ({ password: 'x', repeat_password: 'y' }),
  'POST /auth/password/reset/request': () => ({ email: `nobody${count++}@clinic.test` }),
  'PUT /auth/password/reset': () => ({ token: 'x', password: 'x', repeat_password: 'x' }),
  'POST /auth/centrifugo/subscribe': () => ({ client: 'x', channels: ['$assistants_messages'] }),
  'POST /assistant/adv': () => ({ text: '<b>Мы переехали</b>' }),
  'POST /assistant/doctors': () => ({ name: 'Клиника', email: `clinic${count++}@clinic.test` }),
  'PUT /assistant/doctors/:doctorID': () => ({
    name: 'Клиника',
    featureFlags: ['schedule', 'remote-viewer'],
  }),
  'POST /assistant/doctors/:doctorID/patients': () => patientFacts,
  'PUT /assistant/patients/:patientID': () => patientFacts,
  'POST /assistant/patients/:patientID/studies': () => ({ studyType: 'rg' }),
  'PATCH /assistant/studies/:studyID': () => ({ comment: 'Срочно' }),
  'POST /assistant/studies/:studyID/report': () => ({ reportFormat: 'pdf' }),
  'PUT /assistant/studies/:studyID/panorama/arch': () => ({
    points: [
      [10, 50, 20],
      [40, 10, 20],
      [70, 50, 20],
    ],
    version: null,
  }),
  'POST /assistant/studies/:studyID/pano/dislike': () => ({ reason: 'Не видно корней' }),
  'POST /assistant/studies/:studyID/copy': ({ ids }) => ({
    doctorID: ids.doctorID,
    shouldDuplicatePatient: true,
  }),
  'POST /assistant/studies/:studyID/external-shares': () => ({ email: 'friend@clinic.test' }),
  'POST /doctor/patients/:patientID/shares': ({ colleague }) => ({ shareDoctorEmail: colleague.email }),
  'POST /assistant/uploads/:uploadUUID/presigned-url': () => file,
  'POST /assistant/uploads/:uploadUUID/presigned-urls': () => ({ files: [file] }),
  'POST /assistant/uploads/:uploadUUID/part-urls': () => ({ filename: large.filename, parts: [part] }),
  'POST /assistant/uploads/:uploadUUID/join-parts': () => ({
    filename: large.filename,
    checksums: Array(4).fill(part.checksum),
  }),
  'POST /assistant/schedule/locations': () => location,
  'PUT /assistant/schedule/locations/:locationID': () => location,
  'PUT /assistant/schedule/locations/:locationID/special-days/:date': () => ({ hours: [] }),
  'PUT /assistant/schedule/locations/:locationID/archived': () => ({ archived: false }),
  'POST /assistant/schedule/locations/:locationID/:date/:slotUUID': () => bookingRequest,
  'POST /doctor/schedule/locations/:locationID/:date/:slotUUID': () => bookingRequest,
  'POST /assistant/schedule/bookings/:bookingID/move': ({ ids }) => ({ ...ids, slotUUID: ids.freeSlotUUID }),
  'POST /assistant/schedule/bookings/:bookingID/come': ({ ids }) => ({
    doctorID: ids.doctorID,
    sex: 'female',
    studyType: 'rg',
  }),
  'POST /assistant/schedule/bookings/:bookingID/cancel': () => ({ reason: 'Заболел' }),
  'POST /assistant/messenger/dialogs/:dialogID/messages/send': () => ({ text: 'Добрый день' }),
  'PATCH /assistant/messenger/dialogs/:dialogID/messages/mark-read': ({ ids }) => ({
    messageIDs: [ids.messageID],
  }),
  'POST /doctor/messenger/messages/send': () => ({ text: 'Добрый день' }),
  'PATCH /doctor/messenger/messages/mark-read': ({ ids }) => ({ messageIDs: [ids.messageID] }),
  'POST /auth/device': () => asking,
  'POST /assistant/uploads/:uploadUUID/complete': () => ({ finalFiles: ['never.dcm'] }),
};
export const queries: Record<string, string> = {
  'GET /assistant/search': '?query=Иванов',
  'GET /doctor/patients/search': '?query=Иванов',
  'GET /assistant/schedule/locations/:locationID/days': '?from=2026-11-23',
};

export type MatrixFixture = Awaited<ReturnType<typeof makeMatrixFixture>>;

/** A centre that is open every day, a booking in it, and a slot to book, one to move to and one for the counter. */
const makeBookings = async ({ clock }: TestServer, assistant: TestClient, doctorID: number) => {
  const { body } = await assistant.post('/assistant/schedule/locations', location);
  const { locationID } = body as { locationID: number };
  const date = dayAfter(dayIn('Europe/Moscow', clock.now()), 3);
  const base = `/assistant/schedule/locations/${locationID}`;
  const { days } = (await assistant.get(`${base}/days?from=${date}`)).body as {
    days: { slots: { slotUUID: string }[] }[];
  };
  const [first = '', second = '', slotUUID = '', freeSlotUUID = '', counterSlotUUID = ''] =
    days[0]?.slots.map((slot) => slot.slotUUID) ?? [];
  const book = async (slot: string, client: { doctorID?: number } = {}) => {
    const booked = await assistant.post(`${base}/${date}/${slot}`, { ...bookingRequest, ...client });
    return (booked.body as { bookingID: number }).bookingID;
  };
  const [bookingID, otherBookingID] = [await book(first), await book(second, { doctorID })];
  return { locationID, date, slotUUID, freeSlotUUID, counterSlotUUID, bookingID, otherBookingID };
};

/** An owner with something of everything, and everybody who is not her. */
export const makeMatrixFixture = async (server: TestServer) => {
  const { make, context, clock, as } = server;
  // only her account includes online booking and online view
  const owner = await make.doctor({ flags: ['schedule', 'remote-viewer'] });
  const people = {
    assistant: await make.assistant(),
    owner,
    friend: await make.doctor(),
    stranger: await make.doctor(),
    accountant: await make.account('accountant'),
    disabled: await make.doctor(),
  };
  const colleague = await make.doctor();
  const patient = await make.patient({ doctor: owner });
  const { patientID } = patient;
  const sharedWith = [people.friend, people.disabled].map(({ id }) => ({ patientID, doctorID: id }));
  await context.db.insertInto('patientShares').values(sharedWith).execute();
  await make.study({ doctor: people.stranger, status: 'done' });

  const done = await make.study({ patient, status: 'done', picture: true });
  await putFilesInto(context, done.studyID, '2.25.1001', [radiograph()]);
  const inWork = await make.study({ patient });
  const scan = await makeScan(server, patient);
  const assistant = await as(people.assistant);
  const { uploadUUID } = await startUploadOf(assistant, inWork.studyID);
  await assistant.post(`/assistant/uploads/${uploadUUID}/presigned-url`, large);
  const shares = `/assistant/studies/${done.studyID}/external-shares`;
  const share = async () => {
    const { body } = await assistant.post(shares, {
      email: 'link@clinic.test',
      flags: ['download', 'remote-viewer'],
    });
    return (body as { shareUUID: string }).shareUUID;
  };
  const { body } = await assistant.get(`${shares}/${await share()}/link`);
  const [, token] = (body as { shareURL: string }).shareURL.split('#');
  const [archived, ownArchived] = [
    await make.study({ patient, status: 'archived' }),
    await make.study({ patient, status: 'archived' }),
  ];
  const binned = await make.study({ patient });
  const empty = await make.patient({ doctor: owner });
  const binnedPatient = await make.patient({ doctor: owner });
  const deletedAt = clock.now();
  await context.db.updateTable('studies').set({ deletedAt }).where('id', '=', binned.studyID).execute();
  await context.db
    .updateTable('patients')
    .set({ deletedAt })
    .where('id', '=', binnedPatient.patientID)
    .execute();
  await disableAccount(context.db, people.disabled.id, clock.now());
  const dialogs = '/assistant/messenger/dialogs';
  const sent = await assistant.post(`${dialogs}/${owner.id}/messages/send`, { text: 'Снимок готов' });
  await letIn(server, assistant);
  const grants = await context.db.selectFrom('desktopGrants').select('id').execute();
  const [accepted, declined, revoked] = [
    await requestCodes(server.nobody),
    await requestCodes(server.nobody),
    await letIn(server, assistant),
  ];
  const ids = {
    doctorID: owner.id,
    userCode: accepted.user_code,
    grantID: grants[0]?.id ?? 0,
    dialogID: owner.id,
    messageID: (sent.body as { messageID: number }).messageID,
    patientID,
    studyID: done.studyID,
    protestID: await makeProtest(server, done.studyID, people.assistant.id),
    ...{ studyUID: '2.25.1001', seriesUID: '2.25.1004', instanceUID: '2.25.3', frames: '1' },
    series: 0,
    uploadUUID,
    shareUUID: await share(),
    ...(await makeBookings(server, assistant, owner.id)),
  };
  /** Where a call wants another thing than the rest. */
  const idOverrides: Record<string, Partial<typeof ids>> = {
    'GET /assistant/studies/:studyID/panorama': scan,
    'POST /assistant/studies/:studyID/panorama': scan,
    'PUT /assistant/studies/:studyID/panorama/arch': scan,
    'GET /assistant/studies/:studyID/panorama/values': scan,
    'POST /doctor/patients/:patientID/shares/:doctorID/mail': { doctorID: colleague.id },
    'DELETE /doctor/patients/:patientID/shares/:doctorID': { doctorID: colleague.id },
    'DELETE /doctor/patients/:patientID/shares/requests/:doctorID': { doctorID: people.stranger.id },
    'POST /assistant/studies/:studyID/upload': { studyID: inWork.studyID },
    'PUT /assistant/studies/:studyID/restore': { studyID: archived.studyID },
    'PUT /doctor/patients/:patientID/studies/:studyID/restore': { studyID: ownArchived.studyID },
    'DELETE /assistant/studies/:studyID': { studyID: inWork.studyID },
    'POST /assistant/studies/:studyID/undelete': { studyID: binned.studyID },
    'DELETE /assistant/patients/:patientID': { patientID: empty.patientID },
    'POST /assistant/patients/:patientID/undelete': { patientID: binnedPatient.patientID },
    'POST /assistant/schedule/locations/:locationID/:date/:slotUUID': { slotUUID: ids.counterSlotUUID },
    'PATCH /assistant/desktop-app/grant/:userCode/decline': { userCode: declined.user_code },
    'PATCH /assistant/desktop-app/grant/:userCode/revoke': { userCode: revoked.user_code },
    'POST /assistant/schedule/bookings/:bookingID/cancel': { bookingID: ids.otherBookingID },
    'POST /assistant/schedule/bookings/:bookingID/mail': { bookingID: ids.otherBookingID },
  };
  /** A session of her own for each call, as some calls end sessions; a disabled account's is still in the table. */
  const headersOf = async (caller: Caller): Promise<Record<string, string>> => {
    if (caller === 'nobody') return {};
    if (caller === 'link') return { authorization: `Bearer ${token}` };
    return { cookie: `snimok_session=${(await openSession(context, people[caller].id)).token}` };
  };
  return { ids, idOverrides, colleague, headersOf, program: (await letIn(server, assistant)).bearer };
};

/** The ids of what is not there. */
export const missingIDs = {
  ...{ studyUID: '1.2', seriesUID: '1.2', instanceUID: '1.2', frames: '1' },
  userCode: 'BBBB-BBBB',
  grantID: '1000000',
  doctorID: '1000000',
  dialogID: '1000000',
  patientID: '1000000',
  studyID: '1000000',
  uploadUUID: '00000000-0000-4000-8000-000000000000',
  shareUUID: '00000000-0000-4000-8000-000000000000',
  locationID: '1000000',
  date: '2026-11-23',
  slotUUID: '00000000-0000-4000-8000-000000000000',
  bookingID: '1000000',
  protestID: '1000000',
  series: '9',
};
