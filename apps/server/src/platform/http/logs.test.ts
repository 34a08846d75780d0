import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { volume } from '../../testing/scans/dicom.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { MessageRefusal } from '../outside/message-refusal.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const WRONG_PASSWORD = 'Kukushka-7';
const NEW_PASSWORD = 'Зубная-фея-7';
const CLIENT_EMAIL = 'klinika@clinic.test';

/** Texts that must not be in the log. */
const secrets: string[] = ['Horosho-4itaem', NEW_PASSWORD, WRONG_PASSWORD];
const personalData = [
  'olga@centre',
  'Секретарёва',
  'klinika@clinic',
  'Зубарёва',
  'Пациенткина',
  'Тайный комментарий',
  '+7999',
  'Пациенткина_срез',
  'Пациенткина_архив',
];

const cookieValue = ({ cookie }: { cookie: string }) => cookie.split('=')[1] ?? '';

test('the log of a typical day contains ids and errors but no personal data or secrets', async () => {
  const server = await startServer();
  await server.work();
  const assistant = await server.as(
    await server.make.assistant({ email: 'olga@centre.test', name: 'Секретарёва Ольга' }),
  );
  secrets.push(cookieValue(assistant));
  const doctorID = await createClient(server, assistant);
  await resetPassword(server);
  const studyID = await uploadAndDownload(server, assistant, doctorID);
  await causeErrors(server, assistant, doctorID, studyID);

  for (const text of [...secrets, ...personalData]) {
    expect(text.length).toBeGreaterThan(4);
    for (const form of [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]) {
      const line = server.logged.find((one) => one.includes(form));
      expect([form, line]).toEqual([form, undefined]);
    }
  }
  const log = server.logged.join('\n');
  expect(log).toContain('"route":"/api/1/assistant/patients/:patientID/studies"');
  expect(log).toContain(`"account":${doctorID}`);
  expect(log).toContain('the store is away');
});

/** A new client gets a password by e-mail and signs in, after two failed attempts. */
const createClient = async ({ outbox, nobody }: TestServer, assistant: TestClient): Promise<number> => {
  const created = await assistant.post('/assistant/doctors', { name: 'Зубарёва', email: CLIENT_EMAIL });
  const welcome = await until('the welcome letter', () => outbox[0]);
  const password = /^Пароль: (\S+)$/m.exec(welcome.text)?.[1] ?? '';
  await nobody.signIn(CLIENT_EMAIL, WRONG_PASSWORD);
  await nobody.signIn('stranger@clinic.test', WRONG_PASSWORD);
  await nobody.signIn(CLIENT_EMAIL, password);
  secrets.push(password, cookieValue(nobody));
  return (created.body as { doctorID: number }).doctorID;
};

const resetPassword = async ({ address, outbox, nobody }: TestServer): Promise<void> => {
  await nobody.post('/auth/password/reset/request', { email: CLIENT_EMAIL });
  const letter = await until('the letter with the link', () => outbox[1]);
  const [, token = ''] = /forgot-password\/(\S+)/.exec(letter.text) ?? [];
  secrets.push(token);
  const body = { token, password: NEW_PASSWORD, repeat_password: NEW_PASSWORD };
  await nobody.get(`${address}/forgot-password/${token}`);
  await nobody.put('/auth/password/reset', { ...body, repeat_password: WRONG_PASSWORD });
  await nobody.put('/auth/password/reset', body);
  await nobody.signIn(CLIENT_EMAIL, NEW_PASSWORD);
};

const uploadAndDownload = async (
  { nobody }: TestServer,
  assistant: TestClient,
  doctorID: number,
): Promise<number> => {
  const patient = await assistant.post(`/assistant/doctors/${doctorID}/patients`, {
    name: 'Пациенткина Анна',
    sex: 'female',
    birthday: '1980-01-02',
    phone: '+79991234567',
  });
  const { patientID } = patient.body as { patientID: number };
  const study = await assistant.post(`/assistant/patients/${patientID}/studies`, {
    studyType: 'cbct',
    comment: 'Тайный комментарий',
  });
  const { studyID } = study.body as { studyID: number };
  const broken = { filename: 'Пациенткина_архив.zip', bytes: Buffer.from('no ZIP') };
  await sendStudy(assistant, studyID, [broken]);
  const slices = volume(2).map(({ bytes }, i) => ({ filename: `Пациенткина_срез ${i}.dcm`, bytes }));
  await sendStudy(assistant, studyID, slices);
  const link = await nobody.get(`/doctor/patients/${patientID}/studies/${studyID}/download`);
  const { presignedURL } = link.body as { presignedURL: string };
  secrets.push(...(/storage\/([^.]+)\.([^/]+)\//.exec(presignedURL)?.slice(1) ?? []));
  expect((await fetch(presignedURL)).status).toBe(200);
  expect((await fetch(presignedURL.replace('/storage/', '/storage/x'))).status).toBe(403);
  return studyID;
};

/** Invalid requests with names and passwords in them, a refused letter, and a store that fails. */
const causeErrors = async (
  { context, nobody, logged }: TestServer,
  assistant: TestClient,
  doctorID: number,
  studyID: number,
): Promise<void> => {
  await assistant.get('/assistant/studies?sortedBy=Пациенткина');
  await assistant.post('/assistant/doctors', `{"name":"Зубарёва","password":"${WRONG_PASSWORD}"`);
  await assistant.get('/assistant/doctors/Пациенткина');
  await nobody.get('/doctor/me', {
    authorization: `Bearer ${WRONG_PASSWORD}`,
    cookie: `snimok_session=${WRONG_PASSWORD}`,
  });
  context.mail = {
    send: async ({ to }) => Promise.reject(new MessageRefusal(`450 no mailbox for ${to} ${WRONG_PASSWORD}`)),
    close() {},
  };
  await assistant.patch(`/assistant/doctors/${doctorID}/reset-password`);
  await until('the letter to fail', () => logged.some((line) => line.includes('letter not sent yet')));
  context.storage.presign = async () => {
    throw new Error('the store is away');
  };
  expect((await assistant.get(`/assistant/studies/${studyID}/download`)).body).toEqual({
    error: 'Произошла ошибка сервера. Повторите запрос',
  });
};
