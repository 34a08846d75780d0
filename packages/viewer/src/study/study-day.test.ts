import { expect, test } from 'vitest';
import { captionText } from '../output/caption.ts';
import { studyLabel } from './study-day.ts';

const HOST = { formatDay: () => '24.11.2026', formatMoment: () => '24.11.2026, 13:40' };
const STUDY = {
  studyID: 7,
  type: 'cbct' as const,
  createdAt: '2026-11-24T10:40:00.000Z',
  patientName: 'Ли Юн',
};

test('a study is named by its day, and also by the time if the patient has another study of that day', () => {
  const other = { ...STUDY, sharesDay: true };
  expect([STUDY, other].map((study) => captionText(study, 'patient', 'Аксиальный', HOST))).toEqual([
    'Ли Юн, КЛКТ (3D), 24.11.2026, Аксиальный',
    'Ли Юн, КЛКТ (3D), 24.11.2026, 13:40, Аксиальный',
  ]);
  expect([STUDY, other].map((study) => studyLabel(study, HOST))).toEqual([
    'КЛКТ (3D) · 24.11.2026',
    'КЛКТ (3D) · 24.11.2026, 13:40',
  ]);
});
