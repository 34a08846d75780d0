import { expect, test } from 'vitest';
import { describeMixedPeople } from './mixed-people.ts';

const person = (name: string | null, birthday: string | null = null) => ({ name, birthday, sex: null });

test('files of two patients are described with names and birth dates', () => {
  expect(
    describeMixedPeople([person('Иванов Иван', '1980-01-31'), person('Ivanov Ivan'), person('Петров Пётр')]),
  ).toBe(
    'В файлах снимки разных пациентов: Иванов Иван (31.01.1980), Петров Пётр. Загрузите снимки каждого пациента отдельно.',
  );
});

test('one name with two birth dates is described', () => {
  expect(describeMixedPeople([person('Иванов Иван', '1980-01-31'), person('Иванов И.', '2011-05-02')])).toBe(
    'В файлах разные даты рождения: 31.01.1980, 02.05.2011. Проверьте, что это снимки одного пациента.',
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
