import { expect, test } from 'vitest';
import { machineTime } from '../../../testing/machine-time.ts';
import { studyNames } from './study-names.ts';

const UPLOADED = { createdAt: '2026-11-28T10:40:00' };

test('studies are named by type and examination date, and studies of the same date also by time', () => {
  const nameStudy = studyNames([
    { studyID: 1, type: 'cbct', ...UPLOADED, examinedAt: machineTime('2026-11-24', '09:05') },
    { studyID: 2, type: 'rg', ...UPLOADED, examinedAt: machineTime('2026-11-24', '10:40') },
    { studyID: 3, type: 'cbct', ...UPLOADED, examinedAt: null },
  ]);
  expect([1, 2, 3, 4].map(nameStudy)).toEqual([
    'КЛКТ (3D) от\u00a024.11.2026, 09:05',
    'Рентген (2D) от\u00a024.11.2026, 10:40',
    'КЛКТ (3D), загружено 28.11.2026',
    'Исследование № 4',
  ]);
});
