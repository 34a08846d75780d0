import { expect, test } from 'vitest';
import { ctImage } from '../dicom/images.ts';
import { readDicom } from '../dicom/read.ts';
import type { DicomFile } from '../dicom/elements/file.ts';
import { chooseSlices } from './choose-slices.ts';
import { planVolume } from './plan.ts';

const SLICE = readDicom(
  ctImage(
    {
      patient: { name: 'Иванов Иван', id: '1', birthDate: '1980-01-02', sex: 'M' },
      takenOn: '2026-11-21',
      studyInstanceUID: '2.25.1',
      seriesInstanceUID: '2.25.2',
      seriesNumber: 1,
      seriesDescription: 'КЛКТ',
      manufacturer: 'Снимок',
      model: 'Проба',
    },
    {
      sopInstanceUID: '2.25.3',
      frameOfReferenceUID: '2.25.4',
      instanceNumber: 1,
      rows: 20,
      columns: 24,
      values: new Uint16Array(480),
      pixelSpacingMm: [1, 1],
      sliceThicknessMm: 0.5,
      imagePositionMm: [0, 0, 0],
    },
  ),
);

const sliceAt = (number: number, z: number, change: Partial<DicomFile> = {}): DicomFile => ({
  ...SLICE,
  sopInstanceUID: `2.25.3.${number}`,
  instanceNumber: number,
  imagePositionMm: [0, 0, z],
  ...change,
});

/** Plans 64 slices 0.5 mm apart, each changed by `change`. The files are not in the order of their positions. */
const planOf = (change: (number: number) => Partial<DicomFile> = () => ({}), more: DicomFile[] = []) => {
  const files = Array.from({ length: 64 }, (_, at) => sliceAt(at + 1, at / 2, change(at + 1)));
  const mixed = [...files, ...more].toSorted((one, other) => orderOf(one) - orderOf(other));
  const plan = planVolume(mixed, { fewestSlices: 8, mostVoxels: Infinity, bridgesGaps: false });
  if (typeof plan === 'string') return plan;
  return {
    layers: plan.layers.length,
    stepMm: plan.stack.spacingMm[2],
    gaps: [...plan.layers.keys()].filter((at) => plan.layers[at]!.length === 0),
    isResampled: plan.isResampled,
    others: plan.others.map(({ why, number }) => [why, number]),
    codes: plan.notes.map(({ code }) => code),
  };
};
const orderOf = ({ instanceNumber, acquisitionNumber }: DicomFile) =>
  (((instanceNumber ?? 0) * 37) % 101) + (acquisitionNumber ?? 0) / 10;

const WHOLE = { layers: 64, stepMm: 0.5, isResampled: false };
const only = (change: Partial<DicomFile>) => (number: number) => (number === 20 ? change : {});

test.each<[string, Partial<DicomFile>, string]>([
  ['no position', { imagePositionMm: null }, 'no-position'],
  ['a position far above', { imagePositionMm: [0, 0, 1000] }, 'position'],
  ['a position just below the stack', { imagePositionMm: [0, 0, -3] }, 'position'],
  ['a position between two other slices', { imagePositionMm: [0, 0, 20.2] }, 'position'],
  ['the position of another slice', { imagePositionMm: [0, 0, 20] }, 'position'],
  ['a position beside the stack', { imagePositionMm: [4, 0, 9.5] }, 'position'],
  ['no orientation', { imageOrientation: null }, 'orientation'],
  [
    'an orientation turned by one degree',
    { imageOrientation: [1, 0, 0, 0, 0.99985, 0.01745] },
    'orientation',
  ],
  ['another number of rows', { rows: 21 }, 'size'],
  ['no pixel spacing', { pixelSpacingMm: null }, 'spacing'],
  ['another pixel spacing', { pixelSpacingMm: [1, 1.01] }, 'spacing'],
  ['colours', { samplesPerPixel: 3 }, 'colour'],
  ['another frame of reference', { frameOfReferenceUID: '2.25.5' }, 'frame-of-reference'],
  ['another study', { studyInstanceUID: '2.25.6' }, 'study'],
  ['another modality', { modality: 'OT' }, 'kind'],
  ['another patient', { patient: { ...SLICE.patient, id: '2' } }, 'patient'],
])('a slice with %s is left out of the volume and leaves a gap', (_, change, why) => {
  expect(planOf(only(change))).toEqual({
    ...WHOLE,
    gaps: [19],
    others: [[why, 20]],
    codes: ['missing-slices', 'other-images'],
  });
});

test('an outlier is found even if it is the first file', () => {
  for (const change of [{ samplesPerPixel: 3 }, { imagePositionMm: null }, { rows: 21 }]) {
    const plan = planOf((number) => (number === 30 ? change : {}));
    expect(plan).toMatchObject({ layers: 64, gaps: [29], others: [[expect.anything(), 30]] });
  }
});

test('a slice that lacks attributes of the other slices belongs to their volume', () => {
  const change = { frameOfReferenceUID: null, studyInstanceUID: null, acquisitionNumber: null };
  expect(planOf(only({ ...change, patient: { ...SLICE.patient, id: null } }))).toMatchObject({
    ...WHOLE,
    gaps: [],
    others: [],
    codes: [],
  });
});

test('a slice is no outlier if only its number is wrong, or if its position is wrong by less than a step', () => {
  expect(planOf(only({ instanceNumber: 0 }))).toMatchObject({ ...WHOLE, gaps: [], others: [] });
  expect(planOf(only({ imagePositionMm: [0, 0, 9.7] }))).toMatchObject({
    gaps: [],
    others: [],
    codes: ['uneven-spacing'],
  });
});

test('slices beyond a gap stay in the volume if their numbers explain the gap', () => {
  const plan = planOf((number) => (number > 10 && number < 36 ? { imagePositionMm: null } : {}));
  expect(plan).toMatchObject({ ...WHOLE, gaps: Array.from({ length: 25 }, (_, at) => at + 10) });
});

test('a second stack is a separate volume if it overlaps the first stack or lies elsewhere', () => {
  const second = (change: (at: number) => Partial<DicomFile>) =>
    planOf(
      () => ({}),
      Array.from({ length: 40 }, (_, at) =>
        sliceAt(at + 1, at / 2, { sopInstanceUID: `2.25.9.${at}`, ...change(at) }),
      ),
    );
  const reasons = (plan: ReturnType<typeof second>) =>
    typeof plan === 'string' ? plan : [plan.layers, plan.gaps, new Set(plan.others.map(([why]) => why))];
  const apart = (why: string) => [64, [], new Set([why])];
  expect(reasons(second(() => ({ acquisitionNumber: 2 })))).toEqual(apart('acquisition'));
  const between = (at: number) => ({ acquisitionNumber: 2, imagePositionMm: [0, 0, at / 2 + 0.2] as const });
  expect(reasons(second(between))).toEqual(apart('acquisition'));
  expect(reasons(second(() => ({})))).toEqual(apart('acquisition'));
  const beside = (at: number) => ({ instanceNumber: at + 65, imagePositionMm: [90, 0, at / 2] as const });
  expect(reasons(second(beside))).toEqual(apart('region'));
  const above = (at: number) => ({ instanceNumber: at + 65, imagePositionMm: [0, 0, 300 + at / 2] as const });
  expect(reasons(second(above))).toEqual(apart('region'));
});

test('acquisitions that follow each other, or identifiers that differ in every slice, do not divide a volume', () => {
  expect(planOf((number) => ({ acquisitionNumber: number > 32 ? 2 : 1 }))).toMatchObject({
    ...WHOLE,
    others: [],
    codes: [],
  });
  const each = (number: number) => ({ acquisitionNumber: number, frameOfReferenceUID: `2.25.4.${number}` });
  expect(planOf(each)).toMatchObject({ ...WHOLE, others: [], codes: [] });
});

test('slices half as thick as their distance are reported as sparse', () => {
  const twice = (number: number) => ({ imagePositionMm: [0, 0, number] as const });
  expect(planOf(twice)).toMatchObject({ stepMm: 1, gaps: [], others: [], codes: ['sparse-slices'] });
  expect(planOf((number) => ({ ...twice(number), sliceThicknessMm: null }))).toMatchObject({ codes: [] });
});

test('a frame without a position in a multi-frame file is left out', () => {
  const positions = Array.from({ length: 64 }, (_, at) => (at === 19 ? null : ([0, 0, at / 2] as const)));
  const file = sliceAt(1, 0, { numberOfFrames: 64, framePositionsMm: positions });
  const plan = planVolume([file], { fewestSlices: 8, mostVoxels: Infinity, bridgesGaps: false });
  expect(plan).toMatchObject({ others: [{ why: 'no-position', frame: 19, number: 20 }] });
});

test('headers of other images that state enormous numbers of frames occupy little memory', () => {
  const others = Array.from({ length: 50 }, (_, at) =>
    sliceAt(100 + at, 0, { rows: 30 + at, numberOfFrames: 19_000 }),
  );
  const model = sliceAt(1, 0, { numberOfFrames: 20_000, framePositionsMm: [[0, 0, 0]] });
  const chosen = chooseSlices([model, ...others], () => true);
  expect(chosen?.others).toHaveLength(20_000);
});
