import { expect, test } from 'vitest';
import { appVersion } from './app-version.ts';

test('a PC tells its name beside the version, so that an assistant knows which one she lets in', () => {
  expect(appVersion('0.1.0', 'KLKT-2')).toBe('0.1.0 (KLKT-2)');
  expect(appVersion('0.1.0', 'Рентген кабинет 3')).toBe('0.1.0 (Рентген кабинет 3)');
});

test('whatever a machine is called, it is one short line, and a machine without a name is none', () => {
  expect(appVersion('0.1.0', 'PC\u0000\n\u202E) (3')).toBe('0.1.0 (PC 3)');
  expect(appVersion('0.1.0', 'x'.repeat(500))).toBe(`0.1.0 (${'x'.repeat(63)})`);
  expect(appVersion('0.1.0', ' \t ')).toBe('0.1.0');
});
