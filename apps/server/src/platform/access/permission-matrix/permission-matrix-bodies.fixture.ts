import { randomUUID } from 'node:crypto';
import { PARTS_FROM_BYTES } from '@snimok/contract/studies/uploads';
import { grantRequest } from '../../../testing/callers/program.ts';
import { referralBodies } from './permission-matrix-referrals.fixture.ts';
import { settingsBodies } from './permission-matrix-settings.fixture.ts';
import { studyReportBodies } from './permission-matrix-study-reports.fixture.ts';

/** The rows that the bodies name. */
interface Subjects {
  ids: Record<string, string | number>;
  colleague: { email: string };
  password: string;
}

const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '18:00' }));
const patientFacts = { name: 'Иванова Анна', sex: 'female', birthday: '1980-02-29' };
export const location = { name: 'Центр', capacity: 1, slotMinutes: 30, hours: weekly };
/** A day without bookings. */
export const closedTime = {
  places: [1],
  firstDate: '2030-03-04',
  from: '09:00',
  lastDate: '2030-03-04',
  to: '12:00',
};
export const bookingRequest = { patientName: 'Пётр Петров', patientPhone: '+79991234567' };
export const webhookFacts = { name: 'РИС', url: 'https://ris.test/', events: ['study.ready'] };
const file = { filename: 'a.dcm', filesize: 1 };
export const large = { filename: 'a.zip', filesize: PARTS_FROM_BYTES, inParts: true };
const bundle = {
  number: 0,
  sizeBytes: 1,
  files: [
    {
      filename: 'b.dcm',
      filesize: 1,
      method: 'stored',
      sentBytes: 1,
      crc32: '00000000',
      sha256: `${'A'.repeat(43)}=`,
    },
  ],
};
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const part = { number: 1, checksum: '00000000' };
/** `serverKey` is not a key of the portal. */
const pushSubscription = {
  endpoint: 'https://push.test/x',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  serverKey: 'B'.repeat(87),
};
let count = 0;
/** The request bodies of the endpoints that require one. */
export const bodies: Record<string, (subjects: Subjects) => unknown> = {
  ...referralBodies,
  ...studyReportBodies,
  ...settingsBodies,
  'POST /assistant/implants': () => ({
    manufacturer: 'Завод',
    line: 'Серия',
    shape: 'tapered',
    sizes: [{ diameterMm: 4, lengthsMm: [10] }],
  }),
  'PATCH /studies/:studyID/segmentation/results': () => ({
    finishedAt: '2026-11-21T10:00:00.000Z',
    decisions: [{ number: 0, from: 'proposed', to: 'accepted' }],
  }),
  'PUT /auth/password': () => ({ password: 'x', repeat_password: 'y' }),
  'POST /auth/invitation': () => ({ token: 'x' }),
  'PUT /auth/invitation': () => ({ token: 'x', name: 'x', password: 'x', repeat_password: 'x' }),
  'POST /doctor/people/invitations': () => ({ email: `member${count++}@clinic.test`, role: 'doctor' }),
  'PUT /doctor/people/:accountID': () => ({ role: 'reception' }),
  'POST /auth/mfa': () => ({ mfa_token: 'x', method: 'totp', code: '000000' }),
  'POST /auth/passkey/options': () => ({}),
  'POST /auth/passkey': () => ({
    ...credential,
    response: { clientDataJSON: '', authenticatorData: '', signature: '' },
  }),
  'POST /auth/sso': () => ({ query: '?code=x&state=x' }),
  'POST /auth/sso/logout': () => ({ logout_token: 'x' }),
  'POST /account/passkeys/options': ({ password }) => ({ password }),
  'POST /account/passkeys': () => ({
    credential: { ...credential, response: { clientDataJSON: '', attestationObject: '' } },
  }),
  'POST /account/passkeys/:passkeyUUID/remove': ({ password }) => ({ password }),
  'POST /assistant/worklist/steps': () => ({
    stepUID: '1.2.3',
    status: 'in-progress',
    station: 'XRAY',
    accessionNumbers: ['S1'],
    reason: '',
    startedAt: '2026-11-23T09:00:00Z',
    endedAt: null,
    patient: { name: null, birthday: null, sex: null },
  }),
  'POST /assistant/studies/:studyID/verify-instances': () => ({
    instances: [{ sopInstanceUID: '1.2.3', sha256: '0'.repeat(64) }],
  }),
  'PUT /account/name': () => ({ name: 'Зимин Кирилл' }),
  'PUT /account/letters': () => ({ declined: [] }),
  'PUT /account/notifications': () => ({ kind: 'sign-ins', channel: 'push', wanted: true }),
  'PUT /account/notifications/digest': () => ({ every: 'week', hour: 8 }),
  'POST /account/phone': () => ({ phone: '+79991234567' }),
  'POST /account/phone/confirm': () => ({ code: '000000' }),
  'POST /account/push-devices': () => pushSubscription,
  'PUT /account/push-devices': () => pushSubscription,
  'PUT /account/password': ({ password }) => ({
    current_password: password,
    password: 'x',
    repeat_password: 'x',
  }),
  'POST /account/totp': ({ password }) => ({ password }),
  'POST /account/totp/confirm': () => ({ code: '000000' }),
  'POST /account/totp/remove': ({ password }) => ({ password }),
  'POST /account/recovery-codes': ({ password }) => ({ password }),
  'POST /auth/password/reset/request': () => ({ email: `nobody${count++}@clinic.test` }),
  'PUT /auth/password/reset': () => ({ token: 'x', password: 'x', repeat_password: 'x' }),
  'POST /auth/centrifugo/subscribe': () => ({ client: 'x', channels: ['$assistants_messages'] }),
  'POST /assistant/erasures': ({ ids }) => ({
    patientID: ids.erasablePatientID,
    name: 'Иванов Иван Иванович',
    reason: 'Заявление',
  }),
  'POST /assistant/archive-imports': ({ ids }) => ({
    source: { kind: 'folder', path: '/archive' },
    doctorID: ids.doctorID,
  }),
  'PUT /assistant/archive-imports/:importID/studies/:rowID': () => ({ outcome: 'left-out' }),
  'PUT /assistant/identity': () => ({
    name: 'Центр',
    legalName: '',
    address: '',
    phones: [],
    hours: '',
    licence: '',
    website: '',
    version: 0,
  }),
  'POST /studies/:studyID/patient-access': () => ({ shareUUID: randomUUID(), pin: '482913' }),
  'POST /assistant/adv': () => ({ text: '<b>Мы переехали</b>' }),
  'POST /assistant/saved-filters': () => ({ name: 'Мои', query: 'sort=type.asc' }),
  'PUT /lists/columns': () => ({ list: 'studies', hidden: ['status'] }),
  'POST /assistant/integrations/tokens': () => ({ name: 'РИС', scopes: ['patients:read'], days: 30 }),
  'POST /assistant/integrations/webhooks': () => webhookFacts,
  'PUT /assistant/integrations/webhooks/:webhookID': () => webhookFacts,
  'PUT /assistant/integrations/webhooks/:webhookID/paused': () => ({ paused: false }),
  'POST /assistant/staff': () => ({
    name: 'Зимин Кирилл',
    email: `staff${count++}@clinic.test`,
    rights: ['studies'],
  }),
  'PUT /assistant/staff/:accountID': () => ({ name: 'Зимин Кирилл', rights: ['studies'] }),
  'PUT /assistant/staff/:accountID/disabled': () => ({ disabled: true }),
  'POST /assistant/doctors': () => ({ name: 'Клиника', email: `clinic${count++}@clinic.test` }),
  'PUT /assistant/doctors/:doctorID': () => ({
    name: 'Клиника',
    featureFlags: ['schedule', 'remote-viewer'],
  }),
  'POST /assistant/doctors/:doctorID/patients': () => patientFacts,
  'PUT /assistant/patients/:patientID': () => patientFacts,
  'POST /assistant/patients/:patientID/studies': () => ({ studyType: 'rg' }),
  'PATCH /assistant/studies/:studyID': () => ({ comment: 'Срочно' }),
  'PUT /assistant/studies/:studyID/examined-at': () => ({
    examinedAt: { day: '2026-11-20', time: null },
    // the same as in the files of the study
    seen: { day: '2026-11-21', time: '12:00' },
  }),
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
  'POST /assistant/studies/:studyID/move/preview': ({ ids }) => ({ patientID: ids.otherPatientID }),
  'POST /assistant/studies/:studyID/move': ({ ids }) => ({ patientID: ids.otherPatientID, revision: 'x' }),
  'POST /assistant/patients/:patientID/move/preview': ({ ids }) => ({ doctorID: ids.otherDoctorID }),
  'POST /assistant/patients/:patientID/move': ({ ids }) => ({ doctorID: ids.otherDoctorID, revision: 'x' }),
  'POST /assistant/patients/:patientID/merge/preview': ({ ids }) => ({ mergedID: ids.otherPatientID }),
  'POST /assistant/patients/:patientID/merge': ({ ids }) => ({
    mergedID: ids.otherPatientID,
    facts: patientFacts,
    revision: 'x',
  }),
  'POST /assistant/patients/:patientID/duplicates/dismiss': ({ ids }) => ({ otherID: ids.otherPatientID }),
  'POST /assistant/studies/:studyID/external-shares': () => ({ email: 'friend@clinic.test' }),
  'POST /doctor/studies/:studyID/external-shares': () => ({ email: 'friend@clinic.test' }),
  'POST /doctor/patients/:patientID/shares': ({ colleague }) => ({ shareDoctorEmail: colleague.email }),
  'POST /assistant/uploads/:uploadUUID/presigned-url': () => file,
  'POST /assistant/uploads/:uploadUUID/presigned-urls': () => ({ files: [file] }),
  'POST /assistant/uploads/:uploadUUID/part-urls': () => ({ filename: large.filename, parts: [part] }),
  'POST /assistant/uploads/:uploadUUID/bundles': () => ({ bundles: [bundle] }),
  'POST /assistant/uploads/:uploadUUID/confirm-patient': () => ({ name: 'Иванов', birthDate: null }),
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
  'POST /doctor/schedule/bookings/:bookingID/move': ({ ids }) => ({ ...ids, slotUUID: ids.ownFreeSlotUUID }),
  'POST /doctor/schedule/bookings/:bookingID/cancel': () => ({}),
  'PUT /doctor/schedule/bookings/:bookingID/reminder': () => ({ agreed: false }),
  'PUT /assistant/schedule/bookings/:bookingID/reminder': () => ({ agreed: false }),
  'PUT /assistant/schedule/bookings/:bookingID/missed': () => ({ missed: false }),
  'POST /assistant/schedule/bookings/:bookingID/come': ({ ids }) => ({
    doctorID: ids.doctorID,
    sex: 'female',
    studyType: 'rg',
  }),
  'POST /assistant/schedule/holidays': () => ({
    holidays: [
      { locationID: null, name: 'Новогодние каникулы', firstDate: '2030-01-01', lastDate: '2030-01-08' },
    ],
  }),
  'POST /assistant/schedule/locations/:locationID/closures/preview': () => closedTime,
  'POST /assistant/schedule/locations/:locationID/closures': () => ({ ...closedTime, reason: 'Ремонт' }),
  'POST /assistant/schedule/bookings/:bookingID/cancel': () => ({ reason: 'Заболел' }),
  'POST /assistant/intake/suggestions': () => ({ name: 'Иванова Анна', birthday: '1980-02-29' }),
  'POST /assistant/intake/studies': ({ ids }) => ({
    ...patientFacts,
    doctorID: ids.doctorID,
    studyType: 'rg',
  }),
  'POST /assistant/messenger/dialogs/:dialogID/messages/send': () => ({ text: 'Добрый день' }),
  'PATCH /assistant/messenger/dialogs/:dialogID/messages/mark-read': ({ ids }) => ({
    messageIDs: [ids.messageID],
  }),
  'PUT /assistant/messenger/dialogs/:dialogID/answerer': () => ({ accountID: null, insteadOf: null }),
  'POST /assistant/messenger/templates': () => ({ title: 'Готово', text: 'Снимок готов' }),
  'PUT /assistant/messenger/templates/:templateID': () => ({ title: 'А', text: 'В', version: 1 }),
  'PUT /assistant/messenger/hours': () => ({ enabled: false, hours: [], note: '', version: 1 }),
  'POST /doctor/messenger/messages/send': () => ({ text: 'Добрый день' }),
  'PATCH /doctor/messenger/messages/mark-read': ({ ids }) => ({ messageIDs: [ids.messageID] }),
  'POST /auth/device': () => grantRequest,
  'POST /assistant/uploads/:uploadUUID/complete': () => ({ finalFiles: ['never.dcm'] }),
  'POST /doctor/destinations': () => ({
    name: 'Romexis',
    calledAET: 'ROMEXIS',
    host: '192.168.1.30',
    port: 104,
    tls: false,
    automatic: [],
  }),
  'POST /doctor/patients/:patientID/studies/:studyID/deliveries': () => ({ destinationID: 1_000_000 }),
  'PATCH /receiver/deliveries/:deliveryID': () => ({ status: 'sending' }),
  'POST /assistant/uploads/:uploadUUID/release': () => ({}),
  'POST /assistant/uploads/repeats': () => ({}),
};
/** The query strings of the endpoints that require one. */
export const queries: Record<string, string> = {
  'DELETE /assistant/studies/:studyID/reports/draft': '?version=0',
  // study 2 of the fixture is done
  'GET /assistant/downloads/studies': '?studyIDs=2',
  'GET /assistant/downloads/studies/size': '?studyIDs=2',
  'GET /assistant/search': '?query=Иванов',
  'GET /assistant/exports/patients': '?of=in-work',
  'GET /assistant/exports/history': '?patientID=1',
  'GET /assistant/exports/billing': '?month=2026-11',
  'GET /assistant/statistics': '?from=2026-11-01&to=2026-11-30',
  'GET /assistant/statistics/billing': '?month=2026-11',
  'GET /doctor/patients/search': '?query=Иванов',
  'GET /assistant/messenger/dialogs/:dialogID/search': '?query=снимок',
  'GET /doctor/messenger/search': '?query=снимок',
  'GET /assistant/schedule/locations/:locationID/days': '?from=2026-11-23',
};
