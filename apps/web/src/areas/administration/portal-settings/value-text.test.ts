import { expect, test } from 'vitest';
import { shownOf, textOf } from './value-text.ts';

const days = { kind: 'duration', unit: 'day' } as const;
const minutes = { kind: 'duration', unit: 'minute', canBeOff: true } as const;

test('a duration is shown in its unit and sent as hours, minutes and seconds', () => {
  expect(shownOf(days, '8760h0m0s')).toBe('365');
  expect(textOf(days, '30')).toBe('720h0m0s');
  expect(textOf(days, '1,5')).toBe('36h0m0s');
  expect(shownOf(minutes, 'off')).toBe('');
  expect([textOf(minutes, ''), textOf(minutes, '90')]).toEqual(['off', '1h30m0s']);
});

test('a size is shown in gigabytes', () => {
  expect(shownOf({ kind: 'size' }, '500GB')).toBe('500');
  expect(shownOf({ kind: 'size' }, '2TB')).toBe('2000');
  expect(textOf({ kind: 'size' }, '1,5')).toBe('1.5GB');
});
