import { expect, test } from 'vitest';
import { formatTimeLeft } from './format-speed.ts';

const shown = (seconds: number) => formatTimeLeft(seconds).replaceAll('\u00a0', ' ');

test('the remaining time is rounded', () => {
  expect([3, 11, 42, 70, 97, 200, 1000, 3540, 3700, 7200].map(shown)).toEqual([
    'осталось несколько секунд',
    'осталось 12 с',
    'осталось 40 с',
    'осталось 1 мин 15 с',
    'осталось 1 мин 30 с',
    'осталось 3 мин 30 с',
    'осталось 17 мин',
    'осталось 59 мин',
    'осталось 1 ч',
    'осталось 2 ч',
  ]);
});

test('the shown time differs from the estimate by at most a seventh', () => {
  for (let seconds = 7; seconds < 20_000; seconds += 1) {
    const [, hours = '0', minutes = '0', rest = '0'] =
      /^осталось (?:(\d+) ч ?)?(?:(\d+) мин ?)?(?:(\d+) с)?$/.exec(shown(seconds)) ?? [];
    const read = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
    expect(Math.abs(read - seconds) / seconds).toBeLessThan(0.145);
  }
});
