import { expect, test } from 'vitest';
import { fromSavedQuery, toSavedQuery } from './relative-period.ts';

test('a saved filter for today or this month refers to the day on which it is opened', () => {
  const saved = toSavedQuery('page=3&period=2026-11-22&sort=type.asc', '2026-11-22');
  expect(saved).toBe('period=today&sort=type.asc');
  expect(fromSavedQuery(saved, '2026-12-01')).toBe('period=2026-12-01&sort=type.asc');
  expect(fromSavedQuery(toSavedQuery('period=2026-11', '2026-11-22'), '2026-12-01')).toBe('period=2026-12');
  expect(fromSavedQuery(toSavedQuery('period=2026-10', '2026-11-22'), '2026-12-01')).toBe('period=2026-10');
});
