import { expect, test } from 'vitest';
import { machineTime } from '../../../testing/machine-time.ts';
import { studyMoment, studyNameAmong } from './study-names.ts';

const examined = (day: string, time: string | null) => ({ examinedAt: machineTime(day, time) });
const UNKNOWN = { examinedAt: null };

test('the time is shown for two studies of the same patient and examination day, but not of different patients', () => {
  const uploaded = { createdAt: '2026-11-28T10:00:00' };
  const studies = [
    { patientID: 1, type: 'cbct' as const, ...uploaded, ...examined('2026-11-24', '09:05') },
    { patientID: 1, type: 'rg' as const, ...uploaded, ...examined('2026-11-24', '10:40') },
    { patientID: 2, type: 'cbct' as const, ...uploaded, ...examined('2026-11-24', '11:00') },
  ];
  expect(studies.map(studyNameAmong(studies))).toEqual([
    'КЛКТ (3D) от\u00a024.11.2026, 09:05',
    'Рентген (2D) от\u00a024.11.2026, 10:40',
    'КЛКТ (3D) от\u00a024.11.2026',
  ]);
});

test('studies of the same type and examination day, but without a time, are distinguished by their upload time', () => {
  const studies = [
    { type: 'cbct' as const, createdAt: '2026-11-28T10:00:00', ...examined('2019-03-05', null) },
    { type: 'cbct' as const, createdAt: '2026-11-28T10:02:00', ...examined('2019-03-05', null) },
    { type: 'rg' as const, createdAt: '2026-11-28T10:04:00', ...examined('2019-03-05', null) },
  ];
  expect(studies.map(studyNameAmong(studies))).toEqual([
    'КЛКТ (3D) от\u00a005.03.2019 (загружено 28.11.2026, 10:00)',
    'КЛКТ (3D) от\u00a005.03.2019 (загружено 28.11.2026, 10:02)',
    'Рентген (2D) от\u00a005.03.2019',
  ]);
});

test('the upload time of a study whose examination date is unknown is named as such', () => {
  const uploaded = { type: 'cbct' as const, createdAt: '2026-11-24T09:05:00', ...UNKNOWN };
  const waiting = { type: 'rg' as const, createdAt: '2026-11-25T09:05:00', ...UNKNOWN, status: 'in-work' };
  const comingBack = { ...waiting, createdAt: '2026-11-26T09:05:00', restored: true };
  const studies = [uploaded, waiting, comingBack];
  expect(studies.map(studyNameAmong(studies))).toEqual([
    'КЛКТ (3D), загружено 24.11.2026',
    'Рентген (2D), создано 25.11.2026',
    'Рентген (2D), загружено 26.11.2026',
  ]);
});

test('the time of a machine whose clock is in another zone than the browser is shown with the zone', () => {
  const moment = (...examined: Parameters<typeof machineTime>) =>
    studyMoment({ createdAt: '2026-11-24T09:05:00', examinedAt: machineTime(...examined) });
  expect(moment('2026-11-24', '09:05')).toBe('24.11.2026, 09:05');
  expect(moment('2026-11-24', '09:05', '+05:30')).toBe('24.11.2026, 09:05 (UTC+5:30)');
  expect(moment('2026-11-24', '09:05', '-11:00')).toBe('24.11.2026, 09:05 (UTC−11)');
  expect(moment('2026-11-24', null, '-11:00')).toBe('24.11.2026');
});
