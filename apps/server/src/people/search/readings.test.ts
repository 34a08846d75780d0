import { search, searchOwnPatients } from '@snimok/contract/people/search';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

const PEOPLE: [name: string, birthday: string, phone: string | null][] = [
  ['Калинин Егор Олегович', '1985-03-05', '+7 900 000-13-37'],
  ['Иванов Дмитрий Ильич', '1949-12-31', '8 (999) 123-45-67'],
  ['Щукина Наталья Юрьевна', '2015-03-05', null],
  ['Мельникова Ольга', '1985-03-05', '+7 913 371-00-00'],
  ['Эдуардов Алексей', '1915-03-05', null],
  ['Smith John', '1970-01-01', null],
  ['Хохлова Вера', '1971-01-01', null],
  ['Мюллер Карл', '1972-01-01', null],
];

/** A portal with these patients; `find` returns each hit with the reason why it was found. */
const startSearch = async () => {
  const server = await startServer();
  const doctor = await server.make.doctor({ name: 'Клиника «Улыбка»', email: 'smile@clinic.test' });
  const colleague = await server.make.doctor({ name: 'Другая клиника' });
  for (const [name, birthday, phone] of PEOPLE) {
    const { patientID } = await server.make.patient({ doctor, name });
    await server.context.db
      .updateTable('patients')
      .set({ birthday, phone })
      .where('id', '=', patientID)
      .execute();
  }
  const assistant = await server.as(await server.make.assistant());
  const path = (query: string) => `search?query=${encodeURIComponent(query)}`;
  const find = async (query: string) => {
    const { patients, doctors } = responseOf(search, await assistant.get(`/assistant/${path(query)}`));
    return [...patients, ...doctors].map(({ name, foundBy }) =>
      foundBy ? [name, foundBy.reason, foundBy.text] : [name],
    );
  };
  const findAs = async (who: typeof doctor, query: string) => {
    const reply = await (await server.as(who)).get(`/doctor/patients/${path(query)}`);
    return responseOf(searchOwnPatients, reply).patients.map(({ name, foundBy }) => [name, foundBy?.text]);
  };
  return { server, doctor, colleague, find, findAs };
};

test('patients and clients are found by words typed in the other keyboard layout', async () => {
  const { find } = await startSearch();
  const kalinin = ['Калинин Егор Олегович', 'layout', 'калинин'];
  for (const typed of ['rfkbyby', 'RFKBYBY', 'Rfkbyby '])
    expect([typed, await find(typed)]).toEqual([typed, [kalinin]]);
  expect(await find('bdfyjd lvb')).toEqual([['Иванов Дмитрий Ильич', 'layout', 'иванов дми']]);
  // the keys of х, ъ, ж, э, б, ю and ё type punctuation in the English layout
  expect(await find("'lefhljd")).toEqual([['Эдуардов Алексей', 'layout', 'эдуардов']]);
  expect(await find('ыьшер')).toEqual([['Smith John', 'layout', 'smith']]);
  expect(await find('ыьшду')).toEqual([['Клиника «Улыбка»', 'layout', 'smile']]);
});

test('patients are found by transliterated names', async () => {
  const { find } = await startSearch();
  const expected: [query: string, name: string][] = [
    ['kalinin', 'Калинин Егор Олегович'],
    ['Ivanov', 'Иванов Дмитрий Ильич'],
    ['dmitry ivanov', 'Иванов Дмитрий Ильич'],
    ['Ilyich', 'Иванов Дмитрий Ильич'],
    ['Shchukina', 'Щукина Наталья Юрьевна'],
    ['Natalia', 'Щукина Наталья Юрьевна'],
    ['natalya yur', 'Щукина Наталья Юрьевна'],
    ['Melnikova Olga', 'Мельникова Ольга'],
    ['Alexey', 'Эдуардов Алексей'],
    ['Eduardov', 'Эдуардов Алексей'],
    // GOST 7.79 systems A and B, and a name with an umlaut
    ['Ŝukina Natalʹâ', 'Щукина Наталья Юрьевна'],
    ['Shhukina Natal`ya', 'Щукина Наталья Юрьевна'],
    ["Natal'ya Yur'yevna", 'Щукина Наталья Юрьевна'],
    ['Mel`nikova', 'Мельникова Ольга'],
    ['Èduardov Aleksej', 'Эдуардов Алексей'],
    ['Xoxlova', 'Хохлова Вера'],
    ['Müller', 'Мюллер Карл'],
  ];
  for (const [query, name] of expected)
    expect([query, await find(query)]).toEqual([query, [[name, 'transliteration', expect.any(String)]]]);
  expect(await find('ivanov')).toEqual([[expect.any(String), 'transliteration', 'иванов']]);
});

test('exact hits come first, without a reason why they were found', async () => {
  const { server, doctor, find } = await startSearch();
  await server.make.patient({ doctor, name: 'Ivanov Sergey' });
  expect(await find('ivanov')).toEqual([
    ['Ivanov Sergey'],
    ['Иванов Дмитрий Ильич', 'transliteration', 'иванов'],
  ]);
  expect(await find('иванов')).toEqual([['Иванов Дмитрий Ильич']]);
});

test('patients are found by their birth date, alone or with a part of the name', async () => {
  const { find } = await startSearch();
  const both = [
    ['Мельникова Ольга', 'birthday', '1985-03-05'],
    ['Калинин Егор Олегович', 'birthday', '1985-03-05'],
  ];
  for (const typed of ['05.03.1985', '5.3.85', '05.03.85', '1985-03-05', '5/3/1985', '05ю03ю1985'])
    expect([typed, await find(typed)]).toEqual([typed, both]);
  expect(await find('калин 05.03.1985')).toEqual([both[1]]);
  expect(await find('5.3.85 kalinin')).toEqual([both[1]]);
  expect(await find('rfkbyby 5.3.85')).toEqual([both[1]]);
  // a year of two digits may be of either century
  expect((await find('5.3.15')).map(([name]) => name).toSorted()).toEqual([
    'Щукина Наталья Юрьевна',
    'Эдуардов Алексей',
  ]);
  for (const typed of ['31.02.1985', '06.03.1985', '05.03.2985']) expect(await find(typed)).toEqual([]);
});

test('patients are found by four digits of their phone number; numbers that end with these digits come first', async () => {
  const { find } = await startSearch();
  expect(await find('1337')).toEqual([
    ['Калинин Егор Олегович', 'phone', '+7 900 000-13-37'],
    ['Мельникова Ольга', 'phone', '+7 913 371-00-00'],
  ]);
  expect(await find('45-67')).toEqual([['Иванов Дмитрий Ильич', 'phone', '8 (999) 123-45-67']]);
  expect(await find('мельник 1337')).toEqual([['Мельникова Ольга', 'phone', '+7 913 371-00-00']]);
});

test("a doctor's search by layout, transliteration, birth date or phone finds only her own patients and says why", async () => {
  const { doctor, colleague, findAs } = await startSearch();
  expect(await findAs(doctor, 'rfkbyby')).toEqual([['Калинин Егор Олегович', 'калинин']]);
  expect(await findAs(doctor, 'kalinin')).toEqual([['Калинин Егор Олегович', 'калинин']]);
  expect(await findAs(doctor, '31.12.49')).toEqual([['Иванов Дмитрий Ильич', '1949-12-31']]);
  expect(await findAs(doctor, '1337')).toHaveLength(2);
  expect(await findAs(doctor, 'иванов')).toEqual([['Иванов Дмитрий Ильич', undefined]]);
  for (const query of ['rfkbyby', 'kalinin', '31.12.49', '1337'])
    expect(await findAs(colleague, query)).toEqual([]);
});
