import { expect, test } from 'vitest';
import { computerOf, stateOf } from './program-state.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');

test('a program has the name of its computer, and a state that says whether it works', () => {
  expect(computerOf('0.1.0 (KLKT-2)')).toEqual({ computer: 'KLKT-2', version: '0.1.0' });
  expect(computerOf('0.1.0')).toEqual({ computer: null, version: '0.1.0' });
  expect(computerOf('')).toEqual({ computer: null, version: 'не указана' });

  const labelOf = (status: 'granted' | 'authorized', lastUsedAt: string | null) =>
    stateOf({ status, lastUsedAt }, NOW).label;
  expect(labelOf('granted', null)).toBe('Ждёт программу');
  expect(labelOf('authorized', null)).toBe('Ещё не отправляла');
  expect(labelOf('authorized', '2026-11-25T12:00:00.000Z')).toBe('Работает');
  expect(labelOf('authorized', '2026-11-18T11:00:00.000Z')).toBe('Молчит 10\u00a0дней');
});
