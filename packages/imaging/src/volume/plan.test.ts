import { expect, test } from 'vitest';
import { ctImage } from '../dicom/images.ts';
import { decodeFrame } from '../dicom/pixels.ts';
import { readDicom } from '../dicom/read.ts';
import type { DicomFile, Vector3 } from '../dicom/file.ts';
import { evenSlices } from './even-slices.ts';
import { emptyVolume, addSlice } from './fill.ts';
import { toPatient, fromPatient } from './patient-coordinates.ts';
import { planLargestVolume, type VolumePlan } from './plan.ts';

const STUDY = {
  patient: { name: 'Иванов Иван', id: '1', birthDate: '1980-01-02', sex: 'M' as const },
  ...{ takenOn: '2026-11-21', studyInstanceUID: '2.25.1', seriesInstanceUID: '2.25.2', seriesNumber: 1 },
  ...{ seriesDescription: 'КЛКТ', manufacturer: 'Снимок', model: 'Проба' },
};
const [COLUMNS, ROWS] = [24, 20];

/**
 * Slices whose values encode the position in the patient: 10 per millimetre to the left, 100 to the back, 20
 * up.
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
      ...{ instanceNumber: at + 1, rows: ROWS, columns: COLUMNS, values },
      ...{ pixelSpacingMm: [1, 1] as const, sliceThicknessMm: 1, imagePositionMm: [x0, y0, z] as const },
    });
  });

const volumeOf = async (bytes: Uint8Array[], change: (file: DicomFile) => DicomFile = (file) => file) => {
  const files = bytes.map((one) => change(readDicom(one)));
  const plan = planLargestVolume(files);
  if (typeof plan === 'string') throw new Error(plan);
  const volume = emptyVolume(plan);
  for (const slice of plan.slices) {
    const [content, file] = [bytes[slice.file]!, files[slice.file]!];
    addSlice(volume, plan, slice, await decodeFrame(content, file, slice.frame), file);
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

test('slices in any order become a volume whose voxels have their positions', async () => {
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

test('slices with uneven steps are interpolated, duplicate slices are used once', async () => {
  const uneven = straight.map(([x, y, z]): Vector3 => [x, y, z === 8 ? 8.4 : z]);
  const made = await volumeOf(slicesAt([...uneven, [5, 3, 12]]));
  expect(made.plan.size[2]).toBe(20);
  expect(valueAt(made, [10, 7, 8])).toBe(10 * 10 + 100 * 7 + 20 * 8);
});

test('a series with missing slices is refused', async () => {
  const files = slicesAt(straight.filter(([, , z]) => z < 7 || z > 11)).map((one) => readDicom(one));
  expect(planLargestVolume([...files, ...files.slice(0, 3)])).toBe('gaps');
});

test('files without a volume are refused with the reason', () => {
  const files = slicesAt(straight).map((one) => readDicom(one));
  const each = (change: Partial<DicomFile>) =>
    planLargestVolume(files.map((file) => ({ ...file, ...change })));
  expect(planLargestVolume([])).toBe('no-series');
  expect(planLargestVolume(files.slice(0, 9))).toBe('too-few-slices');
  expect(each({ pixelSpacingMm: null })).toBe('no-spacing');
  expect(each({ imagePositionMm: null })).toBe('no-places');
  expect(planLargestVolume([{ ...files[0]!, rows: 99 }, ...files.slice(1)])).toBe('different-slices');
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

test('evenly spaced slices of a too large series are averaged in groups', () => {
  const even = evenSlices(
    Array.from({ length: 9 }, (_, at) => at * 0.5),
    2,
  )!;
  expect(even).toMatchObject({ count: 4, stepMm: 1, firstMm: 0.25 });
  expect(even.into[3]).toEqual([{ slice: 1, weight: 0.5 }]);
  expect(even.into[8]).toEqual([]);
});
