import {
  createDoctor,
  getDoctor,
  getMe,
  listDoctors,
  listDropdownDoctors,
  updateDoctor,
} from '@snimok/contract/people/doctors';
import { expect, test } from 'vitest';
import { disableAccount } from '../accounts/account-rows/accounts.ts';
import { badIDs, badOffsets, everyPage } from '../../testing/requests-and-waiting/pages.ts';
import { responseOf, refusal, sentenceOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const clinic = { name: 'Клиника «Улыбка»', email: 'smile@clinic.test', featureFlags: ['schedule'] };

test('an assistant creates a client, reads the card, and changes the name and the feature flags', async () => {
  const { as, make } = await startServer();
  const assistant = await as(await make.assistant());
  const created = await assistant.post('/assistant/doctors', clinic);
  expect(created.status).toBe(201);
  const { doctorID } = responseOf(createDoctor, created);

  const card = async () => responseOf(getDoctor, await assistant.get(`/assistant/doctors/${doctorID}`));
  expect(await card()).toEqual({
    doctorID,
    ...clinic,
    letter: expect.objectContaining({ status: 'waiting', error: null }),
  });
  const change = { name: 'Клиника «Жемчуг»', featureFlags: ['remote-viewer', 'schedule', 'remote-viewer'] };
  responseOf(
    updateDoctor,
    await assistant.put(`/assistant/doctors/${doctorID}`, {
      ...change,
      email: 'other@clinic.test',
      role: 'assistant',
    }),
  );
  // repeated flags are stored once; the e-mail cannot be changed, and unknown fields are ignored
  expect(await card()).toEqual({
    doctorID,
    name: change.name,
    email: clinic.email,
    featureFlags: ['remote-viewer', 'schedule'],
    letter: expect.objectContaining({ status: 'waiting' }),
  });
  expect((await assistant.get('/assistant/doctors')).body).toEqual({
    doctors: [await card()],
    currentOffset: 0,
    totalCount: 1,
  });
});

test('a new client gets a letter with a password and can sign in with it', async () => {
  const server = await startServer();
  await server.work('send-letter');
  const assistant = await server.as(await server.make.assistant());
  await assistant.post('/assistant/doctors', { name: 'Анна', email: ' Anna@Clinic.test ' });
  const letter = await until('the letter', () => server.outbox[0]);
  expect(letter).toMatchObject({ to: 'Anna@Clinic.test', subject: 'Добро пожаловать в «Снимок»' });
  const password = passwordIn(letter.text);
  expect((await server.nobody.signIn('anna@clinic.test', password)).status).toBe(200);
  const own = { password: 'Svoj-parol-2026', repeat_password: 'Svoj-parol-2026' };
  expect((await server.nobody.put('/auth/password', own)).status).toBe(204);
  expect(responseOf(getMe, await server.nobody.get('/doctor/me'))).toMatchObject({
    name: 'Анна',
    email: 'Anna@Clinic.test',
  });
});

test('sending a new password by letter ends the sessions of the old one', async () => {
  const server = await startServer();
  await server.work('send-letter');
  const account = await server.make.doctor();
  const assistant = await server.as(await server.make.assistant());
  const doctor = await server.as(account);
  const reply = await assistant.patch(`/assistant/doctors/${account.id}/reset-password`);
  expect([reply.status, reply.body]).toEqual([204, '']);
  const letter = await until('the letter', () => server.outbox[0]);
  expect(letter).toMatchObject({ to: account.email, subject: 'Новый пароль от кабинета «Снимок»' });
  expect((await doctor.get('/doctor/me')).status).toBe(401);
  expect((await server.nobody.signIn(account.email, account.password)).status).toBe(403);
  expect((await server.nobody.signIn(account.email, passwordIn(letter.text))).status).toBe(200);
  expect((await assistant.get('/assistant/doctors')).status).toBe(200);
});

const passwordIn = (text: string): string => {
  const password = /^Пароль: (\S+)$/m.exec(text)?.[1] ?? '';
  expect(password).toMatch(/^[a-zA-Z2-9]{14}$/);
  return password;
};

test('an e-mail belongs to one account in any case and spacing, also with concurrent requests', async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant({ email: 'boss@centre.test' }));
  const create = (email: string) => assistant.post('/assistant/doctors', { name: 'Анна', email });
  const spellings = ['anna@clinic.test', 'Anna@clinic.test', ' ANNA@CLINIC.TEST ', 'anna@Clinic.Test'];
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => create(spellings[i % 4] ?? '')));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    expect(refusal(reply)).toEqual([409, 'Учётная запись с таким e-mail уже есть']);
  }
  expect((await create('Boss@centre.test')).status).toBe(409);
  expect((await assistant.get('/assistant/doctors')).body).toMatchObject({ totalCount: 1 });
  expect((await assistant.get('/assistant/counters')).body).toMatchObject({ doctorsCount: 1 });
  const letters = await server.context.db.selectFrom('letters').select('recipient').execute();
  expect(letters).toHaveLength(1);
  // case-insensitive for Cyrillic too
  expect((await create('Анна@Клиника.рф')).status).toBe(201);
  expect((await create('анна@клиника.РФ')).status).toBe(409);
});

test('clients are listed in Russian alphabetical order, thirty a page, each once', async () => {
  const { as, make } = await startServer();
  const sorted = [
    'абрамов',
    'Абрамова',
    'Борисов',
    'Ежов',
    'Ёлкин',
    'Жуков',
    'Семенов',
    'Семёнов',
    'яков',
    'Якова',
  ];
  for (const name of sorted.toReversed()) await make.doctor({ name });
  // equal names that continue on the next page
  await Promise.all(Array.from({ length: 55 }, () => make.doctor({ name: 'Лебедева' })));
  const assistant = await as(await make.assistant());
  const all = await everyPage(async (offset) => {
    const { doctors, ...page } = responseOf(
      listDoctors,
      await assistant.get(`/assistant/doctors?offset=${offset}`),
    );
    return { rows: doctors, ...page };
  });
  expect(new Set(all.map(({ doctorID }) => doctorID)).size).toBe(65);
  const names = all.map(({ name }) => name);
  expect(names.filter((name) => name !== 'Лебедева')).toEqual(sorted);
  expect(names.indexOf('Лебедева')).toBe(sorted.indexOf('Семенов'));
  const { doctors } = responseOf(listDropdownDoctors, await assistant.get('/assistant/dropdown/doctors'));
  expect(doctors).toEqual(all.map(({ doctorID, name }) => ({ doctorID, name })));

  expect((await assistant.get('/assistant/doctors?offset=1000')).body).toEqual({
    doctors: [],
    currentOffset: 1000,
    totalCount: 65,
  });
  for (const offset of badOffsets) {
    const reply = await assistant.get(`/assistant/doctors?offset=${offset}`);
    expect([offset, reply.status]).toEqual([offset, 400]);
    expect(sentenceOf(reply)).toMatch(/^offset: /);
  }
});

test('disabled clients are not offered for a new study', async () => {
  const { as, make, context, clock } = await startServer();
  const name = 'Анна "Дента\\Люкс" 🦷 \u2028';
  const anna = await make.doctor({ name });
  const boris = await make.doctor({ name: 'Борис' });
  await disableAccount(context.db, boris.id, clock.now());
  const assistant = await as(await make.assistant());
  const reply = await assistant.get('/assistant/dropdown/doctors');
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  // without fields that the contract does not have
  expect(reply.body).toEqual({ doctors: [{ doctorID: anna.id, name }] });
  const patients = await assistant.get(`/assistant/dropdown/doctors/${anna.id}/patients`);
  expect(patients.body).toEqual({ patients: [] });
});

test('a name is trimmed and has one to two hundred characters of any script', async () => {
  const { as, make } = await startServer();
  const { id } = await make.doctor();
  const assistant = await as(await make.assistant());
  const rename = (name: unknown) => assistant.put(`/assistant/doctors/${id}`, { name, featureFlags: [] });
  const accepted: [input: string, name: string][] = [
    ['  Анна \t\n Петрова  ', 'Анна   Петрова'],
    ['Я'.repeat(200), 'Я'.repeat(200)],
    [` ${'🦷'.repeat(200)} `, '🦷'.repeat(200)],
    ['李雷 / Ngũgĩ <b>&"\'', '李雷 / Ngũgĩ <b>&"\''],
    ['А\u0000н\u0007н\u009fа\u001b', 'Анна'],
    ['Анна\ud83e', 'Анна\ufffd'],
  ];
  for (const [input, name] of accepted) {
    expect([input, (await rename(input)).status]).toEqual([input, 204]);
    const { body } = await assistant.get(`/assistant/doctors/${id}`);
    expect(body).toMatchObject({ name });
  }
  const refused: [input: unknown, sentence: string][] = [
    ['', 'Введите имя (name)'],
    [' \n\u0000 ', 'Введите имя (name)'],
    ['Я'.repeat(201), 'Имя (name): не больше 200 символов'],
    ['🦷'.repeat(201), 'Имя (name): не больше 200 символов'],
    [undefined, 'Введите имя (name)'],
    [null, 'Имя (name): неверный тип значения'],
    [5, 'Имя (name): неверный тип значения'],
    [['Анна'], 'Имя (name): неверный тип значения'],
    [{ toString: 'Анна' }, 'Имя (name): неверный тип значения'],
  ];
  for (const [input, sentence] of refused)
    expect([input, ...refusal(await rename(input))]).toEqual([input, 400, sentence]);
});

test('an invalid body for a new client is refused with a sentence that names the field', async () => {
  const { as, make } = await startServer();
  const assistant = await as(await make.assistant());
  const bodies: [body: unknown, field: string][] = [
    [{ name: 'Анна' }, 'Введите e-mail (email)'],
    [{ name: 'Анна', email: 'anna' }, 'E-mail (email): введите адрес в виде name@example.ru'],
    [{ name: 'Анна', email: 5 }, 'E-mail (email): неверный тип значения'],
    [{ name: 'Анна', email: `${'я'.repeat(250)}@x.ru` }, 'E-mail (email): слишком большое значение'],
    [{ ...clinic, featureFlags: ['fly'] }, 'Возможности клиента (featureFlags): недопустимое значение'],
    [{ ...clinic, featureFlags: 'schedule' }, 'Возможности клиента (featureFlags): неверный тип значения'],
    [{ ...clinic, featureFlags: Array(21).fill('schedule') }, 'Возможности клиента (featureFlags): слишком'],
    [undefined, 'Тело запроса повреждено: ожидается JSON'],
    ['{', 'Тело запроса повреждено: ожидается JSON'],
    ['[]', 'Тело запроса повреждено: ожидается JSON'],
    ['null', 'Тело запроса повреждено: ожидается JSON'],
  ];
  for (const [body, sentence] of bodies) {
    const reply = await assistant.post('/assistant/doctors', body);
    expect([body, reply.status]).toEqual([body, 400]);
    expect(sentenceOf(reply)).toContain(sentence);
  }
  const text = await assistant.send('POST', '/assistant/doctors', 'name=x', { 'content-type': 'text/plain' });
  expect(refusal(text)).toEqual([415, 'Неподдерживаемый тип данных: отправьте JSON']);
  const huge = await assistant.post('/assistant/doctors', { name: 'x'.repeat(9_000_000), email: 'x@x.ru' });
  expect(refusal(huge)).toEqual([413, 'Данных слишком много. Отправьте их по частям']);
  expect((await assistant.get('/assistant/doctors')).body).toMatchObject({ totalCount: 0 });
});

test('ids that belong to no client, such as those of assistants, get 404', async () => {
  const { as, make } = await startServer();
  const account = await make.assistant();
  const assistant = await as(account);
  for (const id of [...badIDs, '9007199254740991', String(account.id)]) {
    const path = `/assistant/doctors/${id}`;
    const replies = [
      await assistant.get(path),
      await assistant.put(path, { name: 'Анна', featureFlags: [] }),
      await assistant.patch(`${path}/reset-password`),
      await assistant.get(`${path}/patients`),
      await assistant.get(`/assistant/dropdown/doctors/${id}/patients`),
    ];
    for (const reply of replies)
      expect([id, ...refusal(reply)]).toEqual([id, 404, expect.stringMatching(/[а-я]/)]);
  }
  expect((await assistant.get('/assistant/counters')).status).toBe(200);
});
