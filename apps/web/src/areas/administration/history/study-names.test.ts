import { expect, test } from 'vitest';
import { studyNames } from './study-names.ts';

test('studies are named by type and date, and studies of the same type and date also by time', () => {
  const nameStudy = studyNames([
    { studyID: 1, type: 'cbct', createdAt: '2026-11-24T09:05:00' },
    { studyID: 2, type: 'rg', createdAt: '2026-11-24T10:40:00' },
    { studyID: 3, type: 'cbct', createdAt: '2026-11-23T10:40:00' },
  ]);
  expect([1, 2, 3, 4].map(nameStudy)).toEqual([
    'КЛКТ (3D) от\u00a024.11.2026, 09:05',
    'Рентген (2D) от\u00a024.11.2026, 10:40',
    'КЛКТ (3D) от\u00a023.11.2026',
    'Исследование № 4',
  ]);
});
