import { randomUUID } from 'node:crypto';
import { listChatMessages, listMessages } from '@snimok/contract/messaging/messenger';
import { listFreeDays, listOwnBookings } from '@snimok/contract/reception/own-bookings';
import { handToPatient, listPatientAccess } from '@snimok/contract/viewing/patient-access';
import {
  acceptReferral,
  countWaitingReferrals,
  listOwnReferrals,
} from '@snimok/contract/reception/referrals';
import { bookSlot, markArrived } from '@snimok/contract/reception/schedule';
import { getStatistics } from '@snimok/contract/administration/statistics';
import { listReportTemplates } from '@snimok/contract/reporting/report-templates';
import { getOwnReport, listReports } from '@snimok/contract/reporting/study-reports';
import { expect, test } from 'vitest';
import { reporter } from '../reporting/study-reports/study-reports.fixture.ts';
import { dayAfter, dayIn } from '../platform/time-and-sizes/calendar.ts';
import { instantAt } from '../platform/time-and-sizes/wall-time.ts';
import { makeCentre } from '../testing/callers/booking.ts';
import type { TestClient } from '../testing/requests-and-waiting/client.ts';
import { responseOf } from '../testing/requests-and-waiting/contract.ts';
import { radiograph, volume } from '../testing/scans/dicom.ts';
import { type Account, PASSWORD } from '../testing/portal/make.ts';
import { sendStudy } from '../testing/scans/sending.ts';
import { startServer, type TestServer } from '../testing/portal/server.ts';

const NAMES = [
  'Абрамова Анна',
  'Белова Вера',
  'Власов Глеб',
  'Гусева Дина',
  'Дёмин Егор',
  'Ершова Жанна',
  'Жуков Захар',
  'Зимина Инна',
  'Ильин Кирилл',
  'Котова Лида',
  'Лаптев Марк',
  'Маслова Нина',
  'Носов Олег',
  'Орлова Полина',
  'Панов Роман',
  'Рыбина Софья',
  'Сомов Тимур',
  'Титова Ульяна',
  'Ушаков Фёдор',
  'Фомина Юлия',
];
const PIN = '483920';

interface Clinic {
  account: Account;
  client: TestClient;
}

/** Three assistants and five clinics; the clock stands at nine o'clock of a Monday. */
const openCentre = async () => {
  const server = await startServer({ SESSION_MAX_AGE: '200h0m0s' });
  const { make, as, clock, context } = server;
  const { timeZone } = context.config;
  clock.freeze();
  let monday = dayAfter(dayIn(timeZone, clock.now()), 1);
  while (new Date(`${monday}T00:00:00Z`).getUTCDay() !== 1) monday = dayAfter(monday, 1);
  /** @param minutes after midnight */
  const setClock = (day: string, minutes: number) =>
    clock.advance(instantAt(day, minutes, timeZone).getTime() - clock.now().getTime());
  setClock(monday, 9 * 60);
  const { locationID } = await makeCentre(server, { capacity: 2 });
  const staff = await Promise.all(
    ['Анна Орлова', 'Борис Крылов', 'Вера Ким'].map(async (name) => as(await make.assistant({ name }))),
  );
  const clinics: Clinic[] = [];
  for (const name of ['Астра', 'Бета-Дент', 'Вита', 'Гамма', 'Дельта']) {
    const account = await make.doctor({ name, flags: ['schedule'] });
    clinics.push({ account, client: await as(account) });
  }
  await server.work();
  return { server, staff, clinics, locationID, monday, setClock };
};

/** The clinic books the first free time of a day. */
const book = async ({ client }: Clinic, patientName: string, locationID: number, day: string) => {
  const { days } = responseOf(
    listFreeDays,
    await client.get(`/doctor/schedule/free-days?from=${day}&locationID=${locationID}&count=1`),
  );
  const [slot] = days[0]?.locations[0]?.slots ?? [];
  expect(days[0]?.date).toBe(day);
  const reply = await client.post(`/doctor/schedule/locations/${locationID}/${day}/${slot?.slotUUID}`, {
    patientName,
    patientPhone: '+79991234567',
    requestUUID: randomUUID(),
  });
  return responseOf(bookSlot, reply).bookingID;
};

interface Visit {
  patient: { name: string; sex: 'female' | 'male'; birthday: string };
  bookingID: number | null;
  type: 'cbct' | 'rg';
}

/** The clinic sends a referral of a new patient; an assistant accepts it and receives the patient. Returns the study. */
const refer = async ({ client }: Clinic, assistant: TestClient, { patient, bookingID, type }: Visit) => {
  const { body } = await client.get('/doctor/examinations');
  const { examinations } = body as { examinations: { examinationID: number; studyType: string }[] };
  const referralUUID = randomUUID();
  const sent = await client.post('/doctor/referrals', {
    referralUUID,
    patient: { ...patient, phone: '+79991234567' },
    bookingID,
    teeth: [36],
    examinationID: examinations.find(({ studyType }) => studyType === type)?.examinationID,
    question: 'Оценить перед имплантацией',
  });
  expect(sent.status).toBe(201);
  const accept = () => assistant.post(`/assistant/referrals/${referralUUID}/accept`, {});
  const first = await accept();
  const second = await accept();
  const study = responseOf(acceptReferral, first);
  expect(responseOf(acceptReferral, second)).toEqual(study);
  if (bookingID !== null) {
    const { patientID, doctorID } = study;
    const come = { patientID, doctorID, studyType: type };
    const arrived = await assistant.post(`/assistant/schedule/bookings/${bookingID}/come`, come);
    // the arrival returns the study of the referral, not a second one
    expect(responseOf(markArrived, arrived)).toEqual(study);
  }
  return study;
};

/** Writes and signs the report, which the clinic reads. */
const report = async (
  { client }: Clinic,
  assistant: TestClient,
  study: { studyID: number; patientID: number; type: string },
) => {
  const writer = reporter(assistant, study.studyID);
  const { templates } = responseOf(listReportTemplates, await assistant.get('/assistant/reports/templates'));
  const template = templates.find(({ studyType }) => studyType === study.type);
  expect((await writer.start(template?.templateID)).status).toBe(204);
  await writer.text('conclusion', 'Кость достаточна для имплантации');
  const proof = { method: 'password', password: PASSWORD };
  expect((await assistant.post('/account/confirmation', proof)).status).toBe(204);
  const number = await writer.sign();
  const path = `/doctor/patients/${study.patientID}/studies/${study.studyID}/reports/${number}`;
  expect(responseOf(getOwnReport, await client.get(path)).conclusion).toBe(
    'Кость достаточна для имплантации',
  );
};

/** The patient opens the study with the code and the PIN of the printed sheet. */
const handOut = async ({ nobody }: TestServer, assistant: TestClient, studyID: number) => {
  const path = `/studies/${studyID}/patient-access`;
  const sheet = responseOf(handToPatient, await assistant.post(path, { shareUUID: randomUUID(), pin: PIN }));
  const headers = { authorization: `Bearer ${sheet.shareURL.split('#')[1]}`, 'x-share-pin': PIN };
  expect((await nobody.get('/external/study', headers)).status).toBe(200);
  const { accesses } = responseOf(listPatientAccess, await assistant.get(path));
  expect(accesses[0]?.events.map(({ action }) => action)).toEqual(['opened']);
};

/** The clinic asks, and an assistant answers. */
const exchangeMessages = async ({ client, account }: Clinic, assistant: TestClient) => {
  const dialog = `/assistant/messenger/dialogs/${account.id}/messages`;
  const asked = await client.post('/doctor/messenger/messages/send', { text: 'Когда будет готово?' });
  const { messages } = responseOf(listMessages, await assistant.get(dialog));
  expect([asked.status < 300, messages.map(({ text }) => text)]).toEqual([true, ['Когда будет готово?']]);
  const answered = await assistant.post(`${dialog}/send`, { text: 'Уже готово' });
  const chat = responseOf(listChatMessages, await client.get('/doctor/messenger/messages'));
  expect([answered.status < 300, chat.messages.length]).toEqual([true, 2]);
};

/** Checks the figures that the centre and the clinics see at the end of the week. */
const expectFigures = async (
  [assistant]: TestClient[],
  clinics: Clinic[],
  { monday, studyIDs }: { monday: string; studyIDs: number[] },
) => {
  const read = async (from: string, to: string) =>
    responseOf(getStatistics, await assistant!.get(`/assistant/statistics?from=${from}&to=${to}`));
  const statistics = await read(monday, dayAfter(monday, 6));
  expect(statistics.created).toEqual({ rg: 18, cbct: 2 });
  // records of the audit have the time of the database, which the test does not move
  const today = new Date().toISOString().slice(0, 10);
  const { publication, sources } = await read(dayAfter(today, -1), dayAfter(today, 1));
  expect([publication.studies, sources.page]).toEqual([20, 20]);
  expect(statistics.clients.items.map(({ name, rg, cbct }) => [name, rg + cbct]).toSorted()).toEqual([
    ['Астра', 4],
    ['Бета-Дент', 4],
    ['Вита', 4],
    ['Гамма', 4],
    ['Дельта', 4],
  ]);
  const waiting = responseOf(countWaitingReferrals, await assistant!.get('/assistant/referrals/waiting'));
  expect(waiting.waitingCount).toBe(0);
  const signed = responseOf(listReports, await assistant!.get('/assistant/reports?state=signed'));
  expect(signed.totalCount).toBe(20);
  expect(signed.reports.filter((row) => row.signed?.readAt == null)).toEqual([]);
  for (const { client } of clinics) {
    const { referrals } = responseOf(listOwnReferrals, await client.get('/doctor/referrals'));
    expect(referrals.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
    expect(referrals.every(({ studyID }) => studyIDs.includes(studyID ?? 0))).toBe(true);
    const past = await client.get('/doctor/schedule/bookings?view=past');
    const { bookings } = responseOf(listOwnBookings, past);
    expect(new Set(bookings.map(({ status }) => status))).toEqual(new Set(['come']));
  }
};

test('a week of a centre with three assistants, five clinics and twenty patients, from referral to report read', async () => {
  const { server, staff, clinics, locationID, monday, setClock } = await openCentre();
  const days = Array.from({ length: 5 }, (_, at) => dayAfter(monday, at));
  const clinicOf = (at: number) => clinics[at % clinics.length]!;
  // three of four patients have a booking for their day, made on Monday
  const bookings: (number | null)[] = [];
  for (const [at, name] of NAMES.entries()) {
    const day = days[Math.floor(at / 4)]!;
    bookings.push(at % 4 === 3 ? null : await book(clinicOf(at), name, locationID, dayAfter(day, 1)));
  }
  const studyIDs: number[] = [];
  for (const [at, name] of NAMES.entries()) {
    const clinic = clinicOf(at);
    const assistant = staff[at % staff.length]!;
    setClock(dayAfter(days[Math.floor(at / 4)]!, 1), 10 * 60 + (at % 4) * 60);
    const type = at % 10 === 0 ? 'cbct' : 'rg';
    const sex = name.endsWith('а') || name.endsWith('я') ? 'female' : 'male';
    const patient = { name, sex, birthday: `19${70 + at}-03-14` } as const;
    const study = await refer(clinic, assistant, { patient, bookingID: bookings[at]!, type });
    const files = type === 'cbct' ? volume(3) : [radiograph()];
    const { error } = await sendStudy(assistant, study.studyID, files);
    expect(error ?? null).toBe(null);
    await report(clinic, staff[(at + 1) % staff.length]!, { ...study, type });
    if (at % 4 === 0) await handOut(server, assistant, study.studyID);
    studyIDs.push(study.studyID);
  }
  await Promise.all(clinics.map((clinic, at) => exchangeMessages(clinic, staff[at % staff.length]!)));
  setClock(dayAfter(monday, 6), 12 * 60);
  await expectFigures(staff, clinics, { monday, studyIDs });
}, 600_000);
