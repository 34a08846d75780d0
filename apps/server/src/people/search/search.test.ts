import { search, searchOwnPatients } from '@snimok/contract/people/search';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import type { Made } from '../../testing/portal/make.ts';
import { responseOf, refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';

const searchPath = (query: string) => `search?query=${encodeURIComponent(query)}`;

const patientsFor = async (assistant: TestClient, query: string) =>
  responseOf(search, await assistant.get(`/assistant/${searchPath(query)}`)).patients.map(({ name }) => name);

const doctorsFor = async (assistant: TestClient, query: string) =>
  responseOf(search, await assistant.get(`/assistant/${searchPath(query)}`)).doctors.map(({ name }) => name);

const named = async ({ make, context }: TestServer, ...people: [name: string, phone?: string][]) => {
  const doctor = await make.doctor({ name: 'Клиника «Улыбка»', email: 'smile@clinic.test' });
  const patients: Made[] = [];
  for (const [name, phone = null] of people) {
    const patient = await make.patient({ doctor, name });
    await context.db.updateTable('patients').set({ phone }).where('id', '=', patient.patientID).execute();
    patients.push(patient);
  }
  return patients;
};

test('patients are found by fragments of their names in any order, ignoring case and ё', async () => {
  const server = await startServer();
  await named(
    server,
    ['Соловьёва Анна Фёдоровна'],
    ['СОЛОВЬЕВ Пётр Ильич'],
    ["О'Нил Жанна"],
    ['Римский-Корсаков Лев'],
    ['Йорданова Мария'.normalize('NFD')],
  );
  const assistant = await server.as(await server.make.assistant());
  const expected: Record<string, string[]> = {
    'соловьева анна': ['Соловьёва Анна Фёдоровна'],
    'АННА соловьёва': ['Соловьёва Анна Фёдоровна'],
    'фед сол анн': ['Соловьёва Анна Фёдоровна'],
    'Соловьёв п': ['СОЛОВЬЕВ Пётр Ильич'],
    'ловье ильич': ['СОЛОВЬЕВ Пётр Ильич'],
    'римский-корсаков': ['Римский-Корсаков Лев'],
    'корсаков римский': ['Римский-Корсаков Лев'],
    "о'нил": ["О'Нил Жанна"],
    'о нил': ["О'Нил Жанна"],
    'йорд мар': ['Йорданова Мария'.normalize('NFD')],
    // every word of the query must match; one of two letters matches only the beginning of a word
    'соловьёва пётр': [],
    'соловьёв нн': [],
    'соловьёва  ': ['Соловьёва Анна Фёдоровна'],
  };
  for (const [query, names] of Object.entries(expected)) {
    expect([query, await patientsFor(assistant, query)]).toEqual([query, names]);
  }
});

test('a phone number is found by its digits, with 8, with +7 or without a prefix', async () => {
  const server = await startServer();
  await named(
    server,
    ['Плюсов', '+7 (999) 123-45-67'],
    ['Восьмёркин', '89161234567'],
    ['Короткин', '9031112233'],
    ['Городской', '8 (812) 765-43-21'],
    ['Безномерный'],
  );
  const assistant = await server.as(await server.make.assistant());
  const expected: Record<string, string[]> = {
    '8 999 123': ['Плюсов'],
    '+7 999 123': ['Плюсов'],
    '999-123': ['Плюсов'],
    '8(999)1234567': ['Плюсов'],
    '79161234567': ['Восьмёркин'],
    '8 916 123-45-67': ['Восьмёркин'],
    '8 903 111': ['Короткин'],
    '765-43-21': ['Городской'],
    'город 8812': ['Городской'],
    'плюсов 812': [],
    '000000': [],
  };
  for (const [query, names] of Object.entries(expected)) {
    expect([query, await patientsFor(assistant, query)]).toEqual([query, names]);
  }
});

test('patients whose surname begins with the query come first, then the patients with the latest studies', async () => {
  const server = await startServer();
  const [petrov, , ivanova] = await named(
    server,
    ['Петров Иван'],
    ['Иванов Пётр'],
    ['Иванова Анна'],
    ['Сидоров Иван'],
  );
  for (const patient of [petrov, ivanova]) {
    server.clock.advance(60_000);
    await server.make.study({ ...(patient && { patient }) });
  }
  const assistant = await server.as(await server.make.assistant());
  expect(await patientsFor(assistant, 'иван')).toEqual([
    'Иванова Анна',
    'Иванов Пётр',
    'Петров Иван',
    'Сидоров Иван',
  ]);
});

test('a search returns the twenty best of all matches', async () => {
  const server = await startServer();
  const { db } = server.context;
  const doctor = await server.make.doctor();
  // more patients than the search ranks first; the patients with the rare surname have the oldest studies
  await db
    .insertInto('patients')
    .values(
      Array.from({ length: 5500 }, (_, i) => ({
        doctorID: doctor.id,
        name: i % 500 === 7 ? `Щукина Ольга ${i}` : `Иванова Анна ${i}`,
        sex: 'female',
        lastStudyCreatedAt: new Date(Date.UTC(2026, 0, 1) - i * 60_000),
      })),
    )
    .execute();
  await db
    .insertInto('patients')
    .values(
      Array.from({ length: 3 }, (_, i) => ({
        doctorID: doctor.id,
        name: `Овалова Вера ${i}`,
        sex: 'female',
        lastStudyCreatedAt: new Date(Date.UTC(2020, 0, 1) + i * 60_000),
      })),
    )
    .execute();
  const assistant = await server.as(await server.make.assistant());
  const shcukina = Array.from({ length: 11 }, (_, i) => `Щукина Ольга ${i * 500 + 7}`);
  expect(await patientsFor(assistant, 'щук')).toEqual(shcukina);
  const ova = await patientsFor(assistant, 'ова');
  expect(ova).toEqual([
    'Овалова Вера 2',
    'Овалова Вера 1',
    'Овалова Вера 0',
    ...Array.from({ length: 18 }, (_, i) => `Иванова Анна ${i}`).filter((name) => !name.endsWith(' 7')),
  ]);
  expect(ova).toHaveLength(20);
  expect(await patientsFor(assistant, 'ива')).toEqual(
    Array.from({ length: 21 }, (_, i) => `Иванова Анна ${i}`).filter((name) => !name.endsWith(' 7')),
  );
});

test('at most ten clients are found by fragments of the name or the e-mail address', async () => {
  const server = await startServer();
  await named(server);
  for (let i = 0; i < 12; i++) await server.make.doctor({ name: `Стоматология №${i}` });
  await server.make.assistant({ name: 'Улыбкина Ольга' });
  const assistant = await server.as(await server.make.assistant());
  expect(await doctorsFor(assistant, 'улыбка кли')).toEqual(['Клиника «Улыбка»']);
  expect(await doctorsFor(assistant, 'smile@clinic')).toEqual(['Клиника «Улыбка»']);
  expect(await doctorsFor(assistant, 'улыбкина')).toEqual([]);
  expect(await doctorsFor(assistant, 'стоматол')).toHaveLength(10);
  expect(await doctorsFor(assistant, 'стоматология 11')).toEqual(['Стоматология №11']);
});

test('fewer than three characters, or characters that form no word, find nothing', async () => {
  const server = await startServer();
  await named(server, ['Ив Ан'], ['100% Скидкин_'], ['Обратный \\ Слеш']);
  const assistant = await server.as(await server.make.assistant());
  const nothing = [
    '',
    ' ',
    'ив',
    ' ив ',
    '%%%',
    '___',
    '\\\\\\',
    "'''",
    '—–—',
    '😀😀😀',
    '\u0000\u0000\u0000',
  ];
  for (const query of [...nothing, 'нет_такого', '%в%', "' or 1=1 --", 'слеш\\', 'щ'.repeat(200)]) {
    const names = await patientsFor(assistant, query);
    expect([query, names]).toEqual([query, query === 'слеш\\' ? ['Обратный \\ Слеш'] : []]);
  }
  expect(await patientsFor(assistant, 'ив ан')).toEqual(['Ив Ан']);
  expect(await patientsFor(assistant, 'и\u0000в а')).toEqual(['Ив Ан']);
  expect(await patientsFor(assistant, '100%')).toEqual(['100% Скидкин_']);
  expect(await patientsFor(assistant, 'а б в г д '.repeat(20).trim())).toEqual([]);
  expect(refusal(await assistant.get(`/assistant/${searchPath('щ'.repeat(201))}`))).toEqual([
    400,
    'Строка поиска (query): не больше 200 символов',
  ]);
  expect(refusal(await assistant.get('/assistant/search'))).toEqual([400, 'Введите строку поиска (query)']);
});

test('patients are found by the middle of a word of their current name, not by letters across two words', async () => {
  const server = await startServer();
  const { as, make } = server;
  const assistant = await as(await make.assistant());
  const [patient] = await named(
    server,
    ['Кованова Жанна', '+79991234567'],
    ['Иванова Нова'],
    ['Щукин О’Нил Ёж'],
  );
  expect(await patientsFor(assistant, 'ованов')).toEqual(['Кованова Жанна']);
  expect(await patientsFor(assistant, 'ванова')).toEqual(['Иванова Нова', 'Кованова Жанна']);
  expect(await patientsFor(assistant, 'ованов 123')).toEqual(['Кованова Жанна']);
  expect(await patientsFor(assistant, 'вановн')).toEqual([]);
  expect(await patientsFor(assistant, 'укин еж')).toEqual(['Щукин О’Нил Ёж']);
  const facts = { sex: 'female', birthday: '1990-01-01', name: 'Подберёзовикова Жанна' };
  await assistant.put(`/assistant/patients/${patient?.patientID}`, facts);
  expect(await patientsFor(assistant, 'резовик')).toEqual(['Подберёзовикова Жанна']);
  expect(await patientsFor(assistant, 'ованов')).toEqual([]);
});

test('deleted patients are not found, and renamed patients are found only by their new names', async () => {
  const server = await startServer();
  const [gone, renamed] = await named(server, ['Корзинкина Анна'], ['Девичья Мария']);
  const { db } = server.context;
  await db
    .updateTable('patients')
    .set({ deletedAt: new Date() })
    .where('id', '=', gone?.patientID ?? 0)
    .execute();
  const assistant = await server.as(await server.make.assistant());
  const card = { name: 'Замужняя Мария', sex: 'female', birthday: '1990-01-01' };
  expect((await assistant.put(`/assistant/patients/${renamed?.patientID}`, card)).status).toBe(204);
  expect(await patientsFor(assistant, 'корзинкина')).toEqual([]);
  expect(await patientsFor(assistant, 'девичья')).toEqual([]);
  expect(await patientsFor(assistant, 'мария зам')).toEqual(['Замужняя Мария']);
});

test('a doctor finds only her own patients and those shared with her', async () => {
  const server = await startServer();
  const { make, context } = server;
  const me = await make.doctor();
  const colleague = await make.doctor();
  const own = await make.patient({ doctor: me, name: 'Своя Анна' });
  const shared = await make.patient({ doctor: colleague, name: 'Доверенная Анна' });
  await make.patient({ doctor: colleague, name: 'Чужая Анна' });
  const binned = await make.patient({ doctor: me, name: 'Удалённая Анна' });
  await context.db
    .updateTable('patients')
    .set({ deletedAt: new Date() })
    .where('id', '=', binned.patientID)
    .execute();
  await context.db
    .insertInto('patientShares')
    .values({ patientID: shared.patientID, doctorID: me.id })
    .execute();
  const doctor = await server.as(me);
  const found = async (query: string) =>
    responseOf(searchOwnPatients, await doctor.get(`/doctor/patients/${searchPath(query)}`)).patients;
  expect(await found('анна')).toEqual([
    { patientID: shared.patientID, name: 'Доверенная Анна' },
    { patientID: own.patientID, name: 'Своя Анна' },
  ]);
  expect(await found('999 123')).toHaveLength(2);
  expect(await found('чужая')).toEqual([]);
  expect(await found('ан')).toEqual([]);
  expect((await doctor.get(`/assistant/${searchPath('анна')}`)).status).toBe(403);
  const assistant = await server.as(await make.assistant());
  expect((await assistant.get(`/doctor/patients/${searchPath('анна')}`)).status).toBe(403);
  expect((await server.nobody.get(`/assistant/${searchPath('анна')}`)).status).toBe(401);
});
