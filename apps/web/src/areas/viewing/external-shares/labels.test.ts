import { expect, test } from 'vitest';
import type { Share } from './queries.ts';
import { openingsOf, rightsOf } from './labels.ts';

test('the rights of a share are one line', () => {
  expect(rightsOf({ flags: ['download', 'remote-viewer'], showMarks: false, hasPIN: true })).toBe(
    'Скачивание, онлайн-просмотр, ПИН-код',
  );
  expect(rightsOf({ flags: ['remote-viewer'], showMarks: false, hasPIN: false })).toBe('Онлайн-просмотр');
  expect(rightsOf({ flags: ['download', 'remote-viewer'], showMarks: true, hasPIN: false })).toBe(
    'Скачивание, онлайн-просмотр с разметкой',
  );
  expect(rightsOf({ flags: [], showMarks: false, hasPIN: false })).toBe('Только сведения');
});

const opened = (first: string | null, last: string | null, downloads: number) =>
  openingsOf({ firstOpenedAt: first, lastOpenedAt: last, downloads } as Share).replaceAll('\u00a0', ' ');

test('openings and downloads are one Russian sentence', () => {
  expect(opened(null, null, 0)).toBe('Ещё не открывали');
  const first = '2026-11-21T10:40:00.000Z';
  const later = '2026-11-22T06:05:00.000Z';
  expect(opened(first, first, 0)).toMatch(/^Открыли 21\.11\.2026, \d\d:40; не скачивали$/);
  expect(opened(first, later, 2)).toMatch(/последний раз 22\.11\.2026, \d\d:05; скачали 2 раза$/);
  expect(opened(first, first, 5)).toMatch(/скачали 5 раз$/);
});
