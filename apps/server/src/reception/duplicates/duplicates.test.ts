import { listDuplicates, listDuplicatesOf } from '@snimok/contract/reception/duplicates';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { listCandidatePairs } from './queries.ts';
import { similarityOf } from './similarity.ts';

interface Facts {
  name: string;
  birthday?: string | null;
  phone?: string | null;
}

const makeCard = async ({ context: { db } }: TestServer, doctorID: number, facts: Facts): Promise<number> => {
  const card = { birthday: '1980-01-02', phone: null, ...facts, doctorID, sex: 'female' };
  return (await db.insertInto('patients').values(card).returning('id').executeTakeFirstOrThrow()).id;
};

test('cards of one person are recognised by name with birth date or phone, and relatives are not', () => {
  const card = (
    name: string,
    birthday: string | null = '1980-01-02',
    phone: string | null = '79991234567',
  ) => ({
    name,
    birthday,
    phone,
    sex: 'female',
  });
  const anna = card('Иванова Анна Петровна');
  for (const [other, by] of [
    [card('Анна Иванова', undefined, null), ['name', 'birthday']],
    [card('Ivanova Anna', undefined, '79990000000'), ['name', 'birthday']],
    [card('Ивановна Анна Петровна'), ['name', 'birthday', 'phone']],
    [card('ИВАНОВА А. П.'), ['name', 'birthday', 'phone']],
    // a typing error in the birth date
    [card('Иванова Анна', '1980-02-01'), ['name', 'phone']],
    [card('Иванова Анна', null, null), ['name']],
  ] as const)
    expect([other.name, similarityOf(anna, other)]).toEqual([other.name, by]);
  for (const other of [
    // a twin, a namesake, a parent with the same phone number, and a surname alone
    card('Иванова Алла Петровна'),
    card('Иванова Анна Петровна', '1975-05-05', null),
    card('Иванов Пётр Ильич', '1950-05-05'),
    card('Иванова', '1980-01-02', null),
  ])
    expect([other.name, similarityOf(anna, other)]).toEqual([other.name, []]);
});

test('similar cards of a client are listed as pairs until dismissed; cards of other clients are only suggested', async () => {
  const server = await startServer();
  const { as, make } = server;
  const one = await make.doctor();
  const other = await make.doctor();
  const card = await makeCard(server, one.id, { name: 'Королёва Вера Ильинична', phone: '8 999 123-45-67' });
  const same = await makeCard(server, one.id, { name: 'Вера Королева' });
  const byPhone = await makeCard(server, one.id, {
    name: 'Koroleva Vera',
    birthday: null,
    phone: '+7 999 1234567',
  });
  const elsewhere = await makeCard(server, other.id, { name: 'Королёва Вера Ильинична' });
  await makeCard(server, one.id, { name: 'Королёва Лера Ильинична' });
  const client = await as(await make.assistant());
  const suggested = async () =>
    responseOf(listDuplicatesOf, await client.get(`/assistant/patients/${card}/duplicates`)).duplicates.map(
      ({ patientID }) => patientID,
    );
  const pairs = async () =>
    responseOf(listDuplicates, await client.get('/assistant/patients/duplicates'))
      .pairs.map(({ patients }) => patients.map(({ patientID }) => patientID))
      .toSorted();
  expect(await suggested()).toEqual([byPhone, same, elsewhere]);
  expect(await pairs()).toEqual([
    [card, same],
    [card, byPhone],
  ]);
  expect(
    (await client.post(`/assistant/patients/${same}/duplicates/dismiss`, { otherID: card })).status,
  ).toBe(204);
  expect(await suggested()).toEqual([byPhone, elsewhere]);
  expect(await pairs()).toEqual([[card, byPhone]]);
  const { body } = await client.get(`/assistant/patients/${same}/history`);
  expect(body).toMatchObject({
    events: expect.arrayContaining([expect.objectContaining({ action: 'patient.distinguish' })]),
  });
});

test('a phone number that many cards share makes no pairs; name and birth date still do', async () => {
  const server = await startServer();
  const { id } = await server.make.doctor();
  const phone = '8 495 123-45-67';
  for (let at = 0; at < 51; at += 1) {
    const birthday = `1980-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + Math.floor(at / 12)).padStart(2, '0')}`;
    await makeCard(server, id, { name: `Пациент${at} Имя${at}`, birthday, phone });
  }
  const found: number[] = [];
  for (const name of ['Королёва Вера', 'Вера Королева'])
    found.push(await makeCard(server, id, { name, birthday: '1970-05-05', phone }));
  const pairs = await listCandidatePairs(server.context.db);
  expect(pairs.map(({ one, other }) => [one, other])).toEqual([found]);
});
