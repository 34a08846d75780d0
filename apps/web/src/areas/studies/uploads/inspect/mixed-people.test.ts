import { expect, test } from 'vitest';
import type { InspectedFile, PersonInFiles } from './inspect-files.ts';
import { describeMixedPeople, splitByPatient } from './mixed-people.ts';

const person = (name: string | null, birthday: string | null = null, sex: PersonInFiles['sex'] = null) => ({
  name,
  birthday,
  sex,
});
const fileOf = (filename: string, ...people: PersonInFiles[]): InspectedFile => ({
  chosen: { filename, file: new File([], filename) },
  kind: 'dicom',
  content: 'dicom',
  header: null,
  people,
  instances: [],
  zippedFileCount: 0,
  vendorFiles: [],
  isBroken: false,
});

test('files of two patients are described with names and birth dates', () => {
  expect(
    describeMixedPeople([person('Иванов Иван', '1980-01-31'), person('Ivanov Ivan'), person('Петров Пётр')]),
  ).toBe('В файлах двое пациентов: Иванов Иван (31.01.1980), Петров Пётр.');
});

test('five patients are counted, and four of them are named', () => {
  const people = ['Иванов', 'Петров', 'Сидоров', 'Кузнецов', 'Орлов'].map((name) => person(name));
  expect(describeMixedPeople(people)).toMatch(
    /^В файлах 5\sпациентов: Иванов, Петров, Сидоров, Кузнецов и другие\.$/,
  );
});

test('one name with two birth dates is described', () => {
  expect(describeMixedPeople([person('Иванов Иван', '1980-01-31'), person('Иванов И.', '2011-05-02')])).toBe(
    'В файлах двое пациентов: Иванов Иван (31.01.1980), Иванов И. (02.05.2011).',
  );
});

test('spellings of one name, and files without a name or a date, are one patient', () => {
  const spellings = [
    person('Юрьев Илья', '1980-01-31'),
    person('Yuriev Ilia'),
    person(null, '1980-01-31'),
    person(null),
  ];
  expect(describeMixedPeople(spellings)).toBeNull();
  expect(describeMixedPeople([])).toBeNull();
});

test('two names with the same birth date are not reported as two patients, unless their sex differs', () => {
  const one = person('Иванова Анна', '1980-01-31');
  const other = person('Петрова Анна', '1980-01-31');
  expect(describeMixedPeople([one, other])).toBeNull();
  expect(
    describeMixedPeople([
      { ...one, sex: 'female' },
      { ...other, sex: 'male' },
    ]),
  ).toBe('В файлах двое пациентов: Иванова Анна (31.01.1980, жен.), Петрова Анна (31.01.1980, муж.).');
});

test('files are split by patient, and files that may belong to several patients are assigned to none', () => {
  const ivanov = person('Иванов Иван', '1980-01-31');
  const petrov = person('Петров Пётр', '1970-05-02');
  const files = [
    fileOf('1.dcm', ivanov),
    fileOf('2.dcm', petrov),
    fileOf('3.dcm', person('Ivanov I.')),
    fileOf('4.dcm', person(null)),
    fileOf('5.dcm'),
  ];
  const split = splitByPatient(files)!;
  const namesOf = (some: InspectedFile[]) => some.map(({ chosen }) => chosen.filename);
  expect(split.patients.map(({ patient, files: its }) => [patient.name, namesOf(its)])).toEqual([
    ['Иванов Иван', ['1.dcm', '3.dcm']],
    ['Петров Пётр', ['2.dcm']],
  ]);
  expect(namesOf(split.unnamed)).toEqual(['4.dcm', '5.dcm']);
  expect(splitByPatient([fileOf('a.zip', ivanov, petrov)])).toBeNull();
});
