import { expect, test } from 'vitest';
import { dotted, readPastDay, typedDay } from './past-day.ts';

test.each([
  ['3', '3'],
  ['31', '31.'],
  ['3101', '31.01.'],
  ['31011980', '31.01.1980'],
  ['310119801', '31.01.1980'],
  ['1.', '01.'],
  ['1.2.', '01.02.'],
  ['1.2.1980', '01.02.1980'],
  ['01/02/1980', '01.02.1980'],
  ['1980-01-31', '31.01.1980'],
  ['..', ''],
  ['abc', ''],
])('typing %j shows %j', (typed, shown) => {
  expect(dotted(typed)).toBe(shown);
});

test('a typed day is read if it exists and is not in the future', () => {
  const today = new Date(2026, 10, 21);
  expect(readPastDay('31.01.1980', today)).toEqual({ day: '1980-01-31' });
  expect(readPastDay('21.11.2026', today)).toEqual({ day: '2026-11-21' });
  expect(readPastDay('29.02.2024', today)).toEqual({ day: '2024-02-29' });
  for (const wrong of ['', '31.01', '31.02.1980', '29.02.2023', '22.11.2026', '31.12.1899', '00.01.1980']) {
    expect(readPastDay(wrong, today), wrong).toHaveProperty('error');
  }
});

test('a day without leading zeros or with a short year is completed', () => {
  const today = new Date(2026, 10, 21);
  for (const typed of ['5.3.1985', '5/3/1985', '1985-3-5', '5.3.85', '05.03.85'])
    expect(readPastDay(typed, today), typed).toEqual({ day: '1985-03-05' });
  expect(readPastDay('5.3.26', today)).toEqual({ day: '2026-03-05' });
  expect(readPastDay('5.3.985', today)).toEqual({ error: 'Введите дату полностью: ДД.ММ.ГГГГ' });
  expect(readPastDay('31.02.1985', today)).toEqual({ error: 'Такой даты нет' });
});

test('a stored day is shown in the format of the field', () => {
  expect(typedDay('1980-01-31')).toBe('31.01.1980');
  expect(typedDay(null)).toBe('');
});
