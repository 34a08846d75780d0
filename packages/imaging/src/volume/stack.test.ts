import { expect, test } from 'vitest';
import type { DicomFile, Orientation } from '../dicom/file.ts';
import { ctImage } from '../dicom/images.ts';
import { readDicom } from '../dicom/read.ts';
import { orderSlices } from '../dicom/series.ts';
import { downsamplePlane, meanPlane } from './downsample.ts';
import { downsampleStack, type Stack, stackOf } from './stack.ts';

const study = {
  patient: { name: 'Иванов Иван', id: '1', birthDate: '1980-01-02', sex: 'M' as const },
  takenOn: '2026-11-21',
  studyInstanceUID: '2.25.1',
  seriesInstanceUID: '2.25.2',
  seriesNumber: 1,
  seriesDescription: 'КЛКТ',
  manufacturer: 'Снимок',
  model: 'Проба',
};

const slice = (at: number, position: readonly [number, number, number]): DicomFile =>
  readDicom(
    ctImage(study, {
      sopInstanceUID: `2.25.3.${at + 1}`,
      frameOfReferenceUID: '2.25.4',
      instanceNumber: at + 1,
      rows: 4,
      columns: 6,
      values: new Uint16Array(24),
      pixelSpacingMm: [0.5, 0.25],
      sliceThicknessMm: 0.3,
      imagePositionMm: position,
    }),
  );

const stacked = (files: DicomFile[]) => stackOf(files, orderSlices(files));
const straight = (count: number, stepMm = 0.3) =>
  Array.from({ length: count }, (_, at) => slice(at, [1, 2, 3 + at * stepMm]));

test('the grid of a stack follows the positions of its slices, in any order of files', () => {
  expect(stacked(straight(10).toReversed())).toEqual({
    size: [6, 4, 10],
    spacingMm: [0.25, 0.5, expect.closeTo(0.3, 9)],
    originMm: [1, 2, 3],
    directions: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  });
});

test('a coronal stack keeps its own directions', () => {
  const coronal: Orientation = [1, 0, 0, 0, 0, -1];
  const files = Array.from({ length: 10 }, (_, at) => ({
    ...slice(at, [0, at * 0.3, 0]),
    imageOrientation: coronal,
  }));
  const stack = stacked(files);
  if (typeof stack === 'string') throw new Error(stack);
  expect(stack.directions.map((direction) => direction.map((part) => part + 0))).toEqual([
    [1, 0, 0],
    [0, 0, -1],
    [0, 1, 0],
  ]);
});

test('rounded positions make a stack; uneven steps, tilt, and too few slices do not', () => {
  const rounded = straight(100).map((file, at) => ({
    ...file,
    imagePositionMm: [1, 2, Number((3 + at * 0.125).toFixed(2))] as const,
  }));
  expect(stacked(rounded)).toMatchObject({ spacingMm: [0.25, 0.5, expect.closeTo(0.125, 3)] });
  for (const missing of [1, 4, 50, 98]) {
    const gap = straight(100).filter((_, at) => at !== missing);
    expect([missing, stacked(gap)]).toEqual([missing, 'uneven-steps']);
  }
  const twice = [...straight(10), slice(3, [1, 2, 3.9])];
  expect(stacked(twice)).toBe('uneven-steps');
  expect(stacked(Array.from({ length: 10 }, (_, at) => slice(at, [at * 0.1, 0, at * 0.3])))).toBe('tilted');
  expect(stacked(straight(7))).toBe('not-slices');
});

test('the voxels of a downsampled stack are centred on their blocks', () => {
  const fine: Stack = {
    size: [401, 400, 9],
    spacingMm: [0.2, 0.2, 0.5],
    originMm: [10, 20, 30],
    directions: [
      [0, 1, 0],
      [-1, 0, 0],
      [0, 0, 1],
    ],
  };
  expect(downsampleStack(fine, [4, 2, 1])).toEqual({
    ...fine,
    size: [101, 200, 9],
    spacingMm: [0.8, 0.4, 0.5],
    originMm: [expect.closeTo(9.9, 9), expect.closeTo(20.3, 9), 30],
  });
  expect(downsampleStack(fine, [1, 1, 1])).toEqual(fine);
});

test('a downsampled plane contains the means of its blocks, which are smaller at the edges', () => {
  const size = { columns: 5, rows: 3 };
  // prettier-ignore
  const samples = Uint16Array.of(
    1, 3, 10, 10, 100,
    5, 7, 10, 11, 200,
    9, 9, 65535, 65535, 7,
  );
  expect([...downsamplePlane(samples, size, [2, 2])]).toEqual([4, 10, 150, 9, 65535, 7]);
  expect([...downsamplePlane(samples, size, [1, 1])]).toEqual([...samples]);
  expect([...meanPlane([Uint16Array.of(0, 65535), Uint16Array.of(3, 65535)])]).toEqual([2, 65535]);
});
