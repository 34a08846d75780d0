import { expect, test } from 'vitest';
import { studyNameAmong } from './study-names.ts';

test('the time is shown for two studies of the same patient and day, but not of different patients', () => {
  const studies = [
    { patientID: 1, type: 'cbct' as const, createdAt: '2026-11-24T09:05:00' },
    { patientID: 1, type: 'rg' as const, createdAt: '2026-11-24T10:40:00' },
    { patientID: 2, type: 'cbct' as const, createdAt: '2026-11-24T11:00:00' },
  ];
  expect(studies.map(studyNameAmong(studies))).toEqual([
    'КЛКТ (3D) от\u00a024.11.2026, 09:05',
    'Рентген (2D) от\u00a024.11.2026, 10:40',
    'КЛКТ (3D) от\u00a024.11.2026',
  ]);
});
