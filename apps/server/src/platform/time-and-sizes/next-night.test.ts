import { expect, test } from 'vitest';
import { nextNight } from './next-night.ts';

test('the next night is at four in the morning of the time zone, today before that time and tomorrow after it', () => {
  const after = (now: string) => nextNight(new Date(now), 'Europe/Moscow').toISOString();
  expect(after('2026-11-29T00:59:59Z')).toBe('2026-11-29T01:00:00.000Z');
  expect(after('2026-11-29T01:00:00Z')).toBe('2026-11-30T01:00:00.000Z');
  // in Moscow it is the 30th already
  expect(after('2026-11-29T22:00:00Z')).toBe('2026-11-30T01:00:00.000Z');
});
