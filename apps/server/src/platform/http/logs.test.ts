import { expect, test } from 'vitest';
import { volume } from '../../testing/dicom.ts';
import { sendStudy } from '../../testing/sending.ts';
import { MailRefusal } from '../outside/mail/mail.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

test('after a whole story the log tells what was done and nothing of anybody', async () => {
  const server = await startServer();
  const { as, make, context, nobody, outbox, logged } = server;
  await server.work();
  const assistant = await as(await make.assistant({ email: 'olga@centre.test', name: 'Секретарёва Ольга' }));
  const secrets: string[] = [
    'Horosho-4itaem',
    'Зубная-фея-7',
    'Kukushka-7',
    assistant.cookie.split('=')[1] ?? '',
  ];
  const people = [
    'olga@centre',
    'Секретарёва',
    'klinika@clinic',
    'Зубарёва',
    'Пациенткина',
    'Тайный комментарий',
    '+7999',
  ];

  // a client, her letter, her first steps
  const created = await assistant.post('/assistant/doctors', {
    name: 'Зубарёва',
    email: 'klinika@clinic.test',
  });
  const { doctorID } = created.body as { doctorID: number };
  const welcome = await until('the welcome', () => outbox[0]);
  secrets.push(/^Пароль: (\S+)$/m.exec(welcome.text)?.[1] ?? '');
  await nobody.signIn('klinika@clinic.test', 'Kukushka-7');
  await nobody.signIn('stranger@clinic.test', 'Kukushka-7');
  await nobody.signIn('klinika@clinic.test', secrets.at(-1) ?? '');
  secrets.push(nobody.cookie.split('=')[1] ?? '');

  // a forgotten password
  await nobody.post('/auth/password/reset/request', { email: 'klinika@clinic.test' });
  const reset = await until('the link', () => outbox[1]);
  const [, token = ''] = /forgot-password\/(\S+)/.exec(reset.text) ?? [];
  secrets.push(token);
  const wish = { token, password: 'Зубная-фея-7', repeat_password: 'Зубная-фея-7' };
  await nobody.get(`${server.address}/forgot-password/${token}`);
  await nobody.put('/auth/password/reset', { ...wish, repeat_password: 'Kukushka-7' });
  await nobody.put('/auth/password/reset', wish);
  await nobody.signIn('klinika@clinic.test', 'Зубная-фея-7');

  // a patient, her study, its files and its download
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
  people.push('Пациенткина_срез', 'Пациенткина_архив');
  const broken = { filename: 'Пациенткина_архив.zip', bytes: Buffer.from('no ZIP') };
  await sendStudy(assistant, studyID, [broken]);
  const slices = volume(2).map(({ bytes }, i) => ({ filename: `Пациенткина_срез ${i}.dcm`, bytes }));
  await sendStudy(assistant, studyID, slices);
  const link = await nobody.get(`/doctor/patients/${patientID}/studies/${studyID}/download`);
  const { presignedURL } = link.body as { presignedURL: string };
  secrets.push(...(/storage\/([^.]+)\.([^/]+)\//.exec(presignedURL)?.slice(1) ?? []));
  expect((await fetch(presignedURL)).status).toBe(200);
  expect((await fetch(presignedURL.replace('/storage/', '/storage/x'))).status).toBe(403);

  // what goes wrong
  await assistant.get('/assistant/studies?sortedBy=Пациенткина');
  await assistant.post('/assistant/doctors', '{"name":"Зубарёва","password":"Kukushka-7"');
  await assistant.get('/assistant/doctors/Пациенткина');
  await nobody.get('/doctor/me', { authorization: 'Bearer Kukushka-7', cookie: 'snimok_session=Kukushka-7' });
  context.mail = {
    send: async ({ to }) => Promise.reject(new MailRefusal(`450 no mailbox for ${to} Kukushka-7`, false)),
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

  const log = logged.join('\n');
  for (const word of [...secrets, ...people]) {
    expect(word.length).toBeGreaterThan(4);
    for (const form of [word, encodeURIComponent(word), JSON.stringify(word).slice(1, -1)]) {
      const line = logged.find((one) => one.includes(form));
      expect([form, line]).toEqual([form, undefined]);
    }
  }
  // and yet it tells enough: who did what, by number, and why something failed
  expect(log).toContain('"route":"/api/1/assistant/patients/:patientID/studies"');
  expect(log).toContain(`"account":${doctorID}`);
  expect(log).toContain('the store is away');
});
