import { expect, test } from 'vitest';
import { changeInWords, durationInWords, sourcesInWords, stepInWords, usualInWords } from './words.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const DAY = 24 * 60;

test('durations are minutes, hours or days, with the plural of their number', () => {
  const minutes = [null, 0.4, 89, 90, 47.9 * 60, 2.4 * DAY, 3 * DAY, 5 * DAY, 21 * DAY, 34 * DAY];
  expect(minutes.map(durationInWords).map(plain)).toEqual([
    '—',
    '0 мин',
    '89 мин',
    '1,5 ч',
    '47,9 ч',
    '2,4 дня',
    '3 дня',
    '5 дней',
    '21 день',
    '34 дня',
  ]);
});

test('the caption of a median states how long nine of ten studies take', () => {
  const measured = { studies: 10, median: 4 * DAY, ninthDecile: 34 * DAY };
  expect(plain(usualInWords('готовы', measured))).toBe('обычно; 9 из 10 готовы за 34 дня');
});

test('the sources of files are named in the words of users', () => {
  expect(sourcesInWords({ page: 13, program: 0, stow: 0 })).toBe(
    'через портал 13, программой 0, из других систем 0',
  );
});

test('a change states the value of the previous period, and a percentage if that value is large enough', () => {
  const more = changeInWords(120, 100);
  const fewer = changeInWords(50, 100);
  const few = changeInWords(8, 1);
  const none = changeInWords(3, 0);
  const equal = changeInWords(100, 100);
  expect([more, fewer, few, none, equal].map(plain)).toEqual([
    'в прошлом периоде: 100, теперь на 20 % больше',
    'в прошлом периоде: 100, теперь на 50 % меньше',
    'в прошлом периоде: 1',
    'в прошлом периоде: 0',
    'в прошлом периоде: 100, почти столько же',
  ]);
});

test('a bar is labelled with its day, the first day of its week, or its month', () => {
  expect([stepInWords('2026-10-05', 'day'), stepInWords('2026-10-05', 'week')]).toEqual(['05.10', 'с 05.10']);
  expect(stepInWords('2026-10-01', 'month')).toBe('октябрь 2026 г.');
});
