import { expect, test } from 'vitest';
import { captionText } from '../output/caption.ts';
import { compareByTime, studyLabel } from './study-day.ts';

const HOST = { formatDay: () => '28.11.2026', formatMoment: () => '28.11.2026, 09:00' };
const STUDY = {
  studyID: 7,
  type: 'cbct' as const,
  createdAt: '2026-11-28T06:00:00.000Z',
  examinedAt: {
    day: '2026-11-24',
    time: '13:40',
    offset: '+03:00',
    instant: '2026-11-24T10:40:00.000Z',
    source: 'files' as const,
  },
  patientName: 'Ли Юн',
};

test('a study is named by its examination day, and also by the time if the patient has another study of that day', () => {
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

test('a study of unknown examination date is named by the day of its upload, as such', () => {
  const uploaded = { ...STUDY, examinedAt: null };
  expect([uploaded, { ...uploaded, sharesDay: true }].map((study) => studyLabel(study, HOST))).toEqual([
    'КЛКТ (3D) · загружено 28.11.2026',
    'КЛКТ (3D) · загружено 28.11.2026, 09:00',
  ]);
});

test('studies are ordered by examination, also if they were uploaded in another order', () => {
  const earlier = {
    ...STUDY,
    createdAt: '2026-11-29T06:00:00.000Z',
    examinedAt: { ...STUDY.examinedAt, instant: '2019-03-05T10:00:00.000Z' },
  };
  const unknown = { ...STUDY, createdAt: '2020-01-01T10:00:00.000Z', examinedAt: null };
  expect([STUDY, unknown, earlier].toSorted(compareByTime)).toEqual([earlier, unknown, STUDY]);
});
