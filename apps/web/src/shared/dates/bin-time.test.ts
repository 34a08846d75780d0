import { expect, test } from 'vitest';
import { timeLeft, TIME_IN_BIN } from './bin-time.ts';

test('the time left in the bin is given in whole days, and on the last day as «меньше дня»', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  expect(timeLeft('2026-12-22T12:00:00Z', now)).toBe('30\u00a0дней');
  expect(timeLeft('2026-12-22T11:59:59Z', now)).toBe(TIME_IN_BIN);
  expect(timeLeft('2026-12-21T12:00:00Z', now)).toBe('29\u00a0дней');
  expect(timeLeft('2026-11-23T13:00:00Z', now)).toBe('2\u00a0дня');
  expect(timeLeft('2026-11-23T12:00:00Z', now)).toBe('1\u00a0день');
  expect(timeLeft('2026-11-23T11:59:00Z', now)).toBe('меньше дня');
  expect(timeLeft('2026-11-22T11:00:00Z', now)).toBe('меньше дня');
});
