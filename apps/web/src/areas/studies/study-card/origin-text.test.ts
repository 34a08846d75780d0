import { expect, test } from 'vitest';
import { originText } from './origin-text.ts';

const ORIGIN = {
  kind: 'orthanc',
  place: '10.0.0.5:8042',
  day: '2009-03-12',
  accessionNumber: 'A-17',
} as const;

test('the origin of a study names the archive and the number of the request there', () => {
  expect(originText(ORIGIN, { day: '2009-03-12' })).toBe(
    'Перенесено из Orthanc 10.0.0.5:8042, номер обращения A-17',
  );
  expect(originText({ ...ORIGIN, kind: 'folder', place: '/mnt/old', accessionNumber: null }, null)).toBe(
    'Перенесено из папки /mnt/old, дата в архиве 12.03.2009',
  );
});

test('the origin of a study names the day of the archive only if it differs from the day of the examination', () => {
  expect(originText(ORIGIN, { day: '2009-03-11' })).toContain('дата в архиве 12.03.2009');
  expect(originText(ORIGIN, { day: '2009-03-12' })).not.toContain('дата в архиве');
});
