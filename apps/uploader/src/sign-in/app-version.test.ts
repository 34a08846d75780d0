import { expect, test } from 'vitest';
import { appVersion } from './app-version.ts';

test("the PC's name follows the version, so that an assistant can distinguish PCs", () => {
  expect(appVersion('0.1.0', 'KLKT-2')).toBe('0.1.0 (KLKT-2)');
  expect(appVersion('0.1.0', 'Рентген кабинет 3')).toBe('0.1.0 (Рентген кабинет 3)');
});

test('control characters, parentheses and excess length are removed from the name; an empty name is omitted', () => {
  expect(appVersion('0.1.0', 'PC\u0000\n\u202E) (3')).toBe('0.1.0 (PC 3)');
  expect(appVersion('0.1.0', 'x'.repeat(500))).toBe(`0.1.0 (${'x'.repeat(63)})`);
  expect(appVersion('0.1.0', ' \t ')).toBe('0.1.0');
});
