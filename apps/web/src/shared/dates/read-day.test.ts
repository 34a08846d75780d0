import { expect, test } from 'vitest';
import { readDay } from './read-day.ts';

test.each([
  ['05.03.1985', '1985-03-05'],
  ['5.3.1985', '1985-03-05'],
  [' 5/3/1985 ', '1985-03-05'],
  ['5-3-1985', '1985-03-05'],
  ['1985-03-05', '1985-03-05'],
  ['1985-3-5', '1985-03-05'],
  ['5.3.85', '1985-03-05'],
  ['5.3.26', '2026-03-05'],
  ['5.3.27', '1927-03-05'],
])('%j is read as %s', (text, day) => {
  expect(readDay(text, 2026)).toBe(day);
});

test.each(['', '5.3', '5.3.985', '31.02.1985', '0.1.1985', '1.13.1985', '29.02.2023', '5.3.19855'])(
  '%j is not accepted as a day',
  (text) => {
    expect(readDay(text)).toBeNull();
  },
);

test('a year of two digits may be in the future for a booking', () => {
  expect(readDay('5.3.27')).toBe('2027-03-05');
});
