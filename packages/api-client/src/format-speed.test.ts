import { expect, test } from 'vitest';
import { formatTimeLeft } from './format-speed.ts';

test('the remaining time is rounded', () => {
  expect(
    [3, 42, 70, 3540, 3700, 7200].map(formatTimeLeft).map((text) => text.replaceAll('\u00a0', ' ')),
  ).toEqual([
    'осталось несколько секунд',
    'осталось 50 с',
    'осталось 2 мин',
    'осталось 59 мин',
    'осталось 1 ч 2 мин',
    'осталось 2 ч',
  ]);
});
