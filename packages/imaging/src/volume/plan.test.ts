import { expect, test } from 'vitest';
import { ctImage } from '../dicom/images.ts';
import { modalityValues } from '../dicom/pixels/modality-values.ts';
import { decodeFrame } from '../dicom/pixels/pixels.ts';
import { readDicom } from '../dicom/read.ts';
import type { DicomFile, Vector3 } from '../dicom/elements/file.ts';
import { binned, bridged } from './bridge.ts';
import { emptyVolume, addSlice } from './fill.ts';
import { toPatient, fromPatient } from './patient-coordinates.ts';
import { planLargestVolume, planVolume, type VolumePlan } from './plan.ts';

const STUDY = {
  patient: { name: 'Иванов Иван', id: '1', birthDate: '1980-01-02', sex: 'M' as const },
  takenOn: '2026-11-21',
  studyInstanceUID: '2.25.1',
  seriesInstanceUID: '2.25.2',
  seriesNumber: 1,
  seriesDescription: 'КЛКТ',
  manufacturer: 'Снимок',
  model: 'Проба',
};
const COLUMNS = 24;
const ROWS = 20;

/**
 * Slices whose values encode the position in the patient: each millimetre to the left adds 10, to the back 100,
 * upwards 20.
 */
const slicesAt = (positions: readonly Vector3[]) =>
  positions.map(([x0, y0, z], at) => {
    const values = new Uint16Array(COLUMNS * ROWS);
    for (let j = 0; j < ROWS; j += 1) {
      for (let i = 0; i < COLUMNS; i += 1)
        values[j * COLUMNS + i] = 1024 + 10 * (x0 + i) + 100 * (y0 + j) + 20 * z;
    }
    return ctImage(STUDY, {
      sopInstanceUID: `2.25.3${at}`,
      frameOfReferenceUID: '2.25.4',
      instanceNumber: at + 1,
      rows: ROWS,
      columns: COLUMNS,
      values,
      pixelSpacingMm: [1, 1] as const,
      sliceThicknessMm: 1,
      imagePositionMm: [x0, y0, z] as const,
    });
  });

const volumeOf = async (bytes: Uint8Array[], change: (file: DicomFile) => DicomFile = (file) => file) => {
  const files = bytes.map((one) => change(readDicom(one)));
  const plan = planLargestVolume(files);
  if (typeof plan === 'string') throw new Error(plan);
  const volume = emptyVolume(plan);
  for (const slice of plan.slices) {
    const content = bytes[slice.file]!;
    const file = files[slice.file]!;
    const frame = await decodeFrame(content, file, slice.frame);
    addSlice(volume, plan, slice, frame, modalityValues(content, file, frame));
  }
  return { plan, volume };
};

const valueAt = (
  { plan, volume }: { plan: VolumePlan; volume: { values: Int16Array } },
  position: Vector3,
) => {
  const [i, j, k] = fromPatient(plan, position).map((mm, axis) => Math.round(mm / plan.spacingMm[axis]!));
  return volume.values[(k! * plan.size[1] + j!) * plan.size[0] + i!];
};

const straight = Array.from({ length: 20 }, (_, at): Vector3 => [5, 3, at]);

test('slices in any order become a volume in which each voxel has the right position', async () => {
  const made = await volumeOf(slicesAt(straight).toReversed());
  expect(made.plan).toMatchObject({ size: [COLUMNS, ROWS, 20], spacingMm: [1, 1, 1], originMm: [5, 3, 0] });
  expect(valueAt(made, [10, 7, 12])).toBe(10 * 10 + 100 * 7 + 20 * 12);
});

test('the in-plane shift of slices of a tilted gantry is corrected', async () => {
  const tilted = straight.map(([x, y, z]): Vector3 => [x, y + z * 0.25, z]);
  const made = await volumeOf(slicesAt(tilted));
  // the slice at height 7 is shifted by seven quarters of a row
  expect(valueAt(made, [10, 12, 7])).toBe(10 * 10 + 100 * 12 + 20 * 7);
  expect(valueAt(made, [10, 12, 16])).toBe(10 * 10 + 100 * 12 + 20 * 16);
});

test('slices with uneven steps are interpolated, and only one slice of each position is used', async () => {
  const uneven = straight.map(([x, y, z]): Vector3 => [x, y, z === 8 ? 8.4 : z]);
  const made = await volumeOf(slicesAt([...uneven, [5, 3, 12]]));
  expect(made.plan.size[2]).toBe(20);
  expect(valueAt(made, [10, 7, 8])).toBe(10 * 10 + 100 * 7 + 20 * 8);
});

test('for a panorama, small gaps are bridged and a series with a large gap is refused', async () => {
  const long = Array.from({ length: 40 }, (_, at): Vector3 => [5, 3, at]);
  const without = (from: number, to: number) =>
    planLargestVolume(slicesAt(long.filter(([, , z]) => z < from || z >= to)).map((one) => readDicom(one)));
  expect(without(7, 12)).toBe('gaps');
  expect(without(7, 9)).toMatchObject({ size: [COLUMNS, ROWS, 40] });
});

test('files that make no volume are refused with the reason', () => {
  const files = slicesAt(straight).map((one) => readDicom(one));
  const each = (change: Partial<DicomFile>) =>
    planLargestVolume(files.map((file) => ({ ...file, ...change })));
  expect(planLargestVolume([])).toBe('no-series');
  expect(planLargestVolume(files.slice(0, 9))).toBe('too-few-slices');
  expect(each({ pixelSpacingMm: null })).toBe('no-spacing');
  expect(each({ imagePositionMm: null })).toBe('no-places');
  expect(planLargestVolume(files.map((file, at) => ({ ...file, rows: 20 + (at % 2) })))).toBe(
    'different-slices',
  );
});

test('the axes of a volume from a coronal stack point to the left, to the back and to the head', async () => {
  const coronal = straight.map(([x, , z], at): Vector3 => [x, at, z]);
  const makeCoronal = (file: DicomFile): DicomFile => {
    const [x, y] = file.imagePositionMm!;
    // rows point to the left, columns to the feet, the stack to the back
    return { ...file, imageOrientation: [1, 0, 0, 0, 0, -1], imagePositionMm: [x, y, 50] };
  };
  const made = await volumeOf(slicesAt(coronal), makeCoronal);
  expect(made.plan.size).toEqual([COLUMNS, 20, ROWS]);
  expect(made.plan.directions).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  expect(toPatient(made.plan, [0, 0, 0])).toEqual([5, 0, 50 - (ROWS - 1)]);
  // pixel (6, 4) of slice 9
  expect(valueAt(made, [11, 9, 46])).toBe(10 * 11 + 100 * (9 + 4) + 20 * 9);
});

test('layers of a too large series are averaged in groups; missing layers are left out of the mean', () => {
  const layers = [0, 1, 2, 3, 4].map((slice) => (slice === 2 ? [] : [{ slice, weight: 1 }]));
  expect(binned(layers, 2)).toEqual([
    [
      { slice: 0, weight: 0.5 },
      { slice: 1, weight: 0.5 },
    ],
    [{ slice: 3, weight: 1 }],
  ]);
  expect(bridged(layers, 1)?.[2]).toEqual([
    { slice: 1, weight: 0.5 },
    { slice: 3, weight: 0.5 },
  ]);
  expect(bridged([layers[0]!, [], [], [], [], layers[1]!], 1)).toBeNull();
});

const FOR_VIEWER = { fewestSlices: 8, mostVoxels: Number.POSITIVE_INFINITY, bridgesGaps: false };

/** Plans a straight stack whose slices `change` has changed; null leaves a slice out. */
const planOf = (change: (at: number) => Partial<DicomFile> | null, count = 100, more: DicomFile[] = []) => {
  const [file] = slicesAt([[5, 3, 0]]).map((bytes) => readDicom(bytes));
  const files = Array.from({ length: count }, (_, at) => change(at)).flatMap((changed, at) =>
    changed
      ? [
          {
            ...file!,
            sopInstanceUID: `2.25.${at}`,
            instanceNumber: at + 1,
            imagePositionMm: [5, 3, at] as const,
            ...changed,
          },
        ]
      : [],
  );
  const plan = planVolume([...files, ...more].toReversed(), FOR_VIEWER);
  if (typeof plan === 'string') return { refusal: plan, gaps: [], notes: [] };
  const gaps = [...plan.layers.keys()].filter((at) => plan.layers[at]!.length === 0);
  const copied = plan.layers.every((from) => from.every(({ weight }) => weight === 1));
  return { ...plan, gaps, copied, stepMm: plan.stack.spacingMm[2] };
};
const at = (mm: number, y = 3) => ({ imagePositionMm: [5, y, mm] as const });

test('missing slices leave gaps at their positions, and the other slices are used unchanged', () => {
  for (const gaps of [[1], [4, 5, 6], [50], [98], [20, 40, 41, 70]]) {
    const plan = planOf((slice) => (gaps.includes(slice) ? null : at(slice * 0.3)));
    expect(plan).toMatchObject({
      gaps,
      copied: true,
      isResampled: false,
      stepMm: expect.closeTo(0.3, 9),
      notes: [{ code: 'missing-slices', count: gaps.length }],
    });
  }
});

test('positions rounded to 0.1 mm make an even stack, with or without gaps, whatever the step', () => {
  for (const step of [0.075, 0.125, 0.16, 0.25, 0.3, 0.33]) {
    const rounded = (slice: number) => at(Number((7.03 + slice * step).toFixed(1)));
    expect([step, planOf(rounded)]).toMatchObject([
      step,
      { copied: true, gaps: [], isResampled: false, stepMm: expect.closeTo(step, 2) },
    ]);
    const numbered = planOf((slice) => (slice === 30 || slice === 31 ? null : rounded(slice)));
    expect([step, numbered.gaps]).toEqual([step, [30, 31]]);
  }
});

test('without instance numbers, rounded positions and gaps are distinguished where the step allows it', () => {
  const rounded = (slice: number) => ({ ...at(Number((slice * 0.25).toFixed(1))), instanceNumber: null });
  expect(planOf(rounded)).toMatchObject({ gaps: [], stepMm: expect.closeTo(0.25, 2) });
  const missing = planOf((slice) => (slice === 30 ? null : { ...at(slice * 0.4), instanceNumber: null }));
  expect(missing).toMatchObject({ gaps: [30], stepMm: expect.closeTo(0.4, 9) });
});

test('one slice is used per position: that with the lower instance number, or the first of copies', () => {
  const [file] = slicesAt([[5, 3, 13]]).map((bytes) => readDicom(bytes));
  const twice = { ...file!, sopInstanceUID: '2.25.999', instanceNumber: 200 };
  const copy = { ...file!, sopInstanceUID: '2.25.13', instanceNumber: 14 };
  const plan = planOf((slice) => at(slice), 40, [twice, copy]);
  expect(plan).toMatchObject({
    gaps: [],
    notes: [
      { code: 'duplicate-files', count: 1 },
      { code: 'same-position', count: 1 },
    ],
  });
  if ('refusal' in plan) throw new Error(plan.refusal);
  expect(plan.layers).toHaveLength(40);
  expect(plan.others).toEqual([]);
});

test('uneven slices are interpolated at their smallest step, but not across gaps', () => {
  const steps = (slice: number) => (slice < 20 ? slice : 19 + (slice - 19) * 1.5);
  const plan = planOf((slice) => at(steps(slice)), 40);
  expect(plan).toMatchObject({ stepMm: 1, notes: [{ code: 'uneven-spacing', stepMm: 1 }], gaps: [] });
  expect(plan).toMatchObject({ betweenMm: [1, 1.5] });
  expect(planOf((slice) => at(slice), 40)).toMatchObject({ betweenMm: null });
  const missing = planOf((slice) => (slice === 8 || slice === 9 ? null : at(steps(slice))), 40);
  expect(missing.gaps).toEqual([8, 9]);
});

test('a gantry tilt enlarges the grid, so that no slice is cut off', () => {
  const plan = planOf((slice) => at(slice, 3 - slice * 0.25), 41);
  if ('refusal' in plan) throw new Error(plan.refusal);
  expect(plan).toMatchObject({
    isResampled: true,
    notes: [{ code: 'gantry-tilt', degrees: expect.closeTo(14, 0) }],
  });
  expect(plan.stack.size).toEqual([COLUMNS, ROWS + 10, 41]);
  expect(plan.stack.originMm).toEqual([5, -7, 0]);
});

test('images of another size or orientation are left out', () => {
  const plan = planOf((slice) => (slice === 0 ? { rows: 99 } : at(slice)), 20);
  expect(plan).toMatchObject({ notes: [{ code: 'other-images', count: 1 }], others: [expect.anything()] });
});

test('values up to 65,535 stay distinct, and values that fit into 16 signed bits are unchanged', async () => {
  const file = (values: number[], rescale: readonly [number, number], z: number) =>
    ctImage(STUDY, {
      sopInstanceUID: `2.25.5${z}`,
      frameOfReferenceUID: '2.25.4',
      instanceNumber: z,
      rescale,
      rows: 2,
      columns: 4,
      values: Uint16Array.from({ length: 8 }, (_, at) => values[at % 4]!),
      pixelSpacingMm: [1, 1] as const,
      sliceThicknessMm: 1,
      imagePositionMm: [0, 0, z] as const,
    });
  const stored = [0, 32_767, 32_768, 65_535];
  const densities = async (rescale: readonly [number, number]) => {
    const { plan, volume } = await volumeOf(Array.from({ length: 16 }, (_, z) => file(stored, rescale, z)));
    const { slope, intercept } = plan.scale;
    return [...volume.values.subarray(0, 4)].map((value) => value * slope + intercept);
  };
  expect(await densities([1, 0])).toEqual(stored);
  expect(await densities([1, -1024])).toEqual(stored.map((value) => value - 1024));
  expect(await densities([2, -100])).toEqual(stored.map((value) => value * 2 - 100));
  expect(
    (await volumeOf([...Array(16).keys()].map((z) => file([0, 1, 2, 3], [0.25, 0], z)))).plan.scale,
  ).toEqual({
    slope: 1,
    intercept: 0,
  });
});
