import { expect, test } from 'vitest';
import { toISO88595, transliterate } from '../names/transliterate.ts';
import { differencesBetween, distinctPersons, isCertainlySame, type Person } from './compare-people.ts';
import { dicomName } from '../dicom/person-name.ts';

const person = (name: string | null, birthDate: string | null = null, sex: Person['sex'] = null): Person => ({
  name,
  birthDate,
  sex,
});

test.each([
  [person('Иванов Иван', '1980-01-02', 'male'), person('IVANOV^IVAN', '1980-01-02', 'male'), []],
  [person('Иванов Иван', '1980-01-02', 'male'), person('IVANOV^IVAN', null, null), []],
  [person('Иванов Иван', '1980-01-02', 'male'), person('Иванов Иван', '1980-02-01', 'male'), ['birthDate']],
  [
    person('Иванов Иван', '1980-01-02', 'male'),
    person('Петров Иван', '1980-01-02', 'female'),
    ['name', 'sex'],
  ],
  [person('Соловьёва Анна', '1980-01-02'), person('Соловъева Анна', '1980-01-02'), []],
  [person('Кузнецова Анна', '1980-01-02'), person('Кузнцова Анна', '1980-01-02'), []],
  [person('Кузнецова Анна', '1980-01-02'), person('Кузенцова Анна', '1980-01-02'), []],
  // a typing error is only assumed if the birth dates are equal
  [person('Кузнецова Анна', '1980-01-02'), person('Кузнцова Анна'), ['name']],
  // twins
  [person('Орлова Марина', '2001-05-06'), person('Орлова Карина', '2001-05-06'), ['name']],
  [person('Орлов Антон', '2001-05-06'), person('Орлов Артём', '2001-05-06'), ['name']],
])('%o and %o differ in %o', (one, other, differences) => {
  expect(differencesBetween(one, other)).toEqual(differences);
  expect(differencesBetween(other, one)).toEqual(differences);
});

test('different persons in many files are counted, even if some files lack facts', () => {
  const ivanov = person('Иванов Иван Иванович', '1980-01-02', 'male');
  const distinct = (...people: Person[]) => distinctPersons(people, (each) => each);
  expect(distinct(person('IVANOV I'), person(null), ivanov, person(null, '1980-01-02'))).toEqual([ivanov]);
  const other = person('Иванов Иван Иванович', '1951-03-04', 'male');
  expect(distinct(person('IVANOV I'), ivanov, other)).toEqual([ivanov, other]);
  expect(distinct(person(null), person(null))).toEqual([]);
});

const SURNAMES = [
  'Кузнецов',
  'Семёнов',
  'Щербаков',
  'Хохлов',
  'Юрьев',
  'Цветков',
  'Жданов',
  'Яшин',
  'Королёв',
  'Зайцев',
];
const FIRST_NAMES = [
  'Алексей',
  'Сергей',
  'Фёдор',
  'Юрий',
  'Дмитрий',
  'Илья',
  'Михаил',
  'Артём',
  'Кирилл',
  'Пётр',
];
const PATRONYMICS = ['Иванович', 'Петрович', 'Юрьевич', 'Андреевич'];
/** as passports transliterate (Order 113 of the Ministry of Foreign Affairs of Russia), and as many machines do */
const LATIN = [
  { ё: 'e', й: 'i', х: 'kh', ц: 'ts', щ: 'shch', ю: 'iu', я: 'ia', ь: '' },
  { ё: 'yo', й: 'y', х: 'h', ц: 'c', щ: 'sch', ю: 'yu', я: 'ya', ь: '' },
] satisfies Record<string, string>[];
const COMMON: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  ч: 'ch',
  ш: 'sh',
  ы: 'y',
  э: 'e',
};

const latin = (text: string, variant: number): string =>
  [...text.toLowerCase()]
    .map((letter) => ({ ...COMMON, ...(LATIN[variant % 2] as Record<string, string>) })[letter] ?? letter)
    .join('')
    .toUpperCase();

const typo = (word: string, at: number): string => {
  const from = 2 + (at % (word.length - 3));
  return at % 2
    ? word.slice(0, from) + word.slice(from + 1)
    : `${word.slice(0, from)}о${word.slice(from + 1)}`;
};

/** 200 pairs: the same person written twice, or two persons whom a technician may confuse. */
function pairs() {
  const all: { kind: string; same: boolean; one: Person; other: Person }[] = [];
  for (let i = 0; i < 20; i += 1) {
    const surname = SURNAMES[i % 10]!;
    const first = FIRST_NAMES[(i * 3) % 10]!;
    const patronymic = PATRONYMICS[i % 4]!;
    const birthDate = `19${60 + i}-0${1 + (i % 9)}-1${i % 10}`;
    const one = person(`${surname} ${first} ${patronymic}`, birthDate, 'male');
    const add = (kind: string, same: boolean, change: Partial<Person>) =>
      all.push({ kind, same, one, other: { ...one, ...change } });
    add('order', true, { name: `${first} ${patronymic} ${surname}` });
    add('ё as е', true, { name: one.name!.replaceAll('ё', 'е').toUpperCase() });
    add('one typing error', true, { name: `${typo(surname, i)} ${first} ${patronymic}` });
    add('transliteration', true, { name: `${latin(surname, i)}^${latin(first, i)}`, birthDate: null });
    add('initials', true, { name: `${surname} ${first[0]}.${patronymic[0]}.` });
    add('maiden name', true, { name: `Воробьёв ${first} ${patronymic}` });
    add('twin', false, { name: `${surname} ${FIRST_NAMES[(i * 3 + 1) % 10]} ${patronymic}` });
    add('other birth date', false, { birthDate: birthDate.replace(/^19/, '20') });
    add('other sex', false, { name: one.name!.replace(surname, `${surname}а`), sex: 'female' });
    add('namesake of the surname', false, { name: `${surname} Олег ${patronymic}`, birthDate: null });
  }
  return all;
}

test('in 200 generated pairs every different birth date is found, and misses and false alarms are as recorded', () => {
  const table = new Map<string, { pairs: number; misses: number; falseAlarms: number }>();
  for (const { kind, same, one, other } of pairs()) {
    const row = table.get(kind) ?? { pairs: 0, misses: 0, falseAlarms: 0 };
    const isFlagged = differencesBetween(one, other).length > 0;
    row.pairs += 1;
    if (same && isFlagged) row.falseAlarms += 1;
    if (!same && !isFlagged) row.misses += 1;
    table.set(kind, row);
  }
  expect(Object.fromEntries(table)).toEqual({
    order: { pairs: 20, misses: 0, falseAlarms: 0 },
    'ё as е': { pairs: 20, misses: 0, falseAlarms: 0 },
    'one typing error': { pairs: 20, misses: 0, falseAlarms: 0 },
    transliteration: { pairs: 20, misses: 0, falseAlarms: 0 },
    initials: { pairs: 20, misses: 0, falseAlarms: 0 },
    // a person has to decide
    'maiden name': { pairs: 20, misses: 0, falseAlarms: 20 },
    twin: { pairs: 20, misses: 0, falseAlarms: 0 },
    'other birth date': { pairs: 20, misses: 0, falseAlarms: 0 },
    'other sex': { pairs: 20, misses: 0, falseAlarms: 0 },
    'namesake of the surname': { pairs: 20, misses: 0, falseAlarms: 0 },
  });
});

test.each<[string, Partial<Person>, Partial<Person>, { linked: boolean; unlinked: boolean }]>([
  ['name and birth date', {}, {}, { linked: true, unlinked: true }],
  ['only the name', { birthDate: null }, {}, { linked: true, unlinked: false }],
  ['no name', { name: null }, {}, { linked: false, unlinked: false }],
  ['nothing', { name: null, birthDate: null, sex: null }, {}, { linked: false, unlinked: false }],
  ['initials', { name: 'IVANOVA A.P.' }, {}, { linked: true, unlinked: true }],
  ['one word of several', { name: 'Анна' }, {}, { linked: false, unlinked: false }],
  ['the only word of both', { name: 'Анна' }, { name: 'анна' }, { linked: true, unlinked: true }],
  ['a name with a typing error', { name: 'Иванова Анна Петрсвна' }, {}, { linked: true, unlinked: false }],
  ['transliteration', { name: 'IVANOVA^ANNA^PETROVNA' }, {}, { linked: true, unlinked: true }],
  ['ISO 9', { name: 'Âšina Ûliâ' }, { name: 'Яшина Юлия' }, { linked: true, unlinked: true }],
  ['GOST 7.79 B', { name: 'Xoxlova Vera' }, { name: 'Хохлова Вера' }, { linked: true, unlinked: false }],
  ['two names in Latin letters', { name: 'CHAN LI' }, { name: 'HAN LI' }, { linked: true, unlinked: false }],
  ['another name', { name: 'Петрова Анна Петровна' }, {}, { linked: false, unlinked: false }],
  ['another birth date', { birthDate: '1990-01-01' }, {}, { linked: false, unlinked: false }],
  ['another sex', { sex: 'male' }, {}, { linked: false, unlinked: false }],
])('two entries are certainly of one person, or not: %s', (_, one, other, { linked, unlinked }) => {
  const person: Person = { name: 'Иванова Анна Петровна', birthDate: '1987-03-14', sex: 'female' };
  const pair = [
    { ...person, ...one },
    { ...person, ...other },
  ] as const;
  for (const [first, second] of [pair, pair.toReversed() as [Person, Person]]) {
    expect(isCertainlySame(first, second, { isLinked: true })).toBe(linked);
    expect(isCertainlySame(first, second, { isLinked: false })).toBe(unlinked);
  }
});

test.each([
  'Müller Jürgen',
  'Қайрат Әлия',
  'Щукин Юрий Яковлевич',
  'Подъячева Ольга',
  'Łukasiewicz Zoë',
  'Ґудзь Їжак',
])('%s is recognised in the spellings sent to machines, if the number of the worklist matches', (name) => {
  for (const sent of [transliterate(dicomName(name)), toISO88595(dicomName(name))])
    expect(isCertainlySame(person(name), person(sent), { isLinked: true })).toBe(true);
});
