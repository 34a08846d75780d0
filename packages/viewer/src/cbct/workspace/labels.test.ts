import { evenCurve } from '@snimok/imaging/panorama/curve';
import { expect, test } from 'vitest';
import { captionText } from '../../output/caption.ts';
import { sectionName, toothLabel } from './labels.ts';

/** An arch of 120 mm whose front is in its middle. */
const curve = evenCurve(
  Array.from({ length: 61 }, (_, at): [number, number] => [at * 2 - 60, ((at - 30) / 5) ** 2]),
  0.5,
);
const midlineMm = ((curve.points.length - 1) * 0.5) / 2;

test('a section is named by its number and the nearest tooth', () => {
  expect(sectionName(23, toothLabel(curve, midlineMm - 38, 'upper'))).toBe(
    'Сечение №\u00a023, зуб\u00a0≈\u00a016',
  );
  expect(sectionName(23, toothLabel(curve, midlineMm - 38, 'both'))).toBe(
    'Сечение №\u00a023, зубы\u00a0≈\u00a016/46',
  );
});

test('a section behind the teeth is named only by its number', () => {
  expect(sectionName(1, toothLabel(curve, 0, 'lower'))).toBe('Сечение №\u00a01');
});

test('the caption and the file name of a saved section contain the name of the section', () => {
  const study = {
    studyID: 7,
    type: 'cbct' as const,
    createdAt: '2026-11-24T09:00:00.000Z',
    examinedAt: null,
    patientName: '',
  };
  const label = sectionName(23, 'зуб ≈ 16');
  const host = { formatDay: () => '24.11.2026', formatMoment: () => '24.11.2026, 12:00' };
  expect(captionText(study, 'number', label, host)).toBe(
    'Исследование 7, КЛКТ (3D), загружено 24.11.2026, Сечение №\u00a023, зуб ≈ 16',
  );
});
