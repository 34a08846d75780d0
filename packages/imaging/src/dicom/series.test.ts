import { expect, test } from 'vitest';
import type { DicomFile } from './elements/file.ts';
import { ctImage, type StudyToWrite } from './images.ts';
import { readDicom } from './read.ts';
import { groupSeries, orderSlices } from './series.ts';

const STUDY: StudyToWrite = {
  patient: { name: 'Иванов Иван', id: '1', birthDate: '1980-01-01', sex: 'M' },
  takenOn: '2026-01-01',
  studyInstanceUID: '2.25.1',
  seriesInstanceUID: '2.25.2',
  seriesNumber: 1,
  seriesDescription: 'КЛКТ',
  manufacturer: 'Снимок',
  model: 'Фантом',
};

const sliceAt = (zMm: number, instanceNumber: number, changes: Partial<DicomFile> = {}): DicomFile => ({
  ...readDicom(
    ctImage(STUDY, {
      sopInstanceUID: `2.25.3.${instanceNumber}`,
      frameOfReferenceUID: '2.25.4',
      instanceNumber,
      rows: 2,
      columns: 2,
      values: new Uint16Array(4),
      pixelSpacingMm: [0.2, 0.2],
      sliceThicknessMm: 0.2,
      imagePositionMm: [0, 0, zMm],
    }),
  ),
  ...changes,
});

test('files in any order make one volume with its slice step', () => {
  const files = [sliceAt(0.4, 3), sliceAt(0, 1), sliceAt(0.2, 2), sliceAt(0.6, 4)];
  expect(groupSeries(files)).toMatchObject([
    {
      seriesInstanceUID: '2.25.2',
      description: 'КЛКТ',
      instanceCount: 4,
      frameCount: 4,
      evenSteps: true,
      isVolume: true,
    },
  ]);
  expect(groupSeries(files)[0]!.sliceStepMm).toBeCloseTo(0.2);
  expect(orderSlices(files).map(({ file }) => file)).toEqual([1, 2, 0, 3]);
});

test('a series with a missing slice is unevenly spaced and is not a volume', () => {
  const files = [sliceAt(0, 1), sliceAt(0.2, 2), sliceAt(0.4, 3), sliceAt(0.8, 5)];
  expect(groupSeries(files)[0]).toMatchObject({ evenSteps: false, isVolume: false });
});

test('a duplicate slice, or slices of different size or orientation, make no volume', () => {
  const three = [sliceAt(0, 1), sliceAt(0.2, 2), sliceAt(0.4, 3)];
  expect(groupSeries(three)[0]!.isVolume).toBe(true);
  expect(groupSeries([...three, sliceAt(0.4, 4)])[0]!.isVolume).toBe(false);
  expect(groupSeries([...three, sliceAt(0.6, 4, { rows: 3 })])[0]!.isVolume).toBe(false);
  const sideways = sliceAt(0.6, 4, { imageOrientation: [0, 1, 0, 0, 0, 1] });
  expect(groupSeries([...three, sideways])[0]).toMatchObject({ sliceStepMm: null, isVolume: false });
});

test('series are ordered by their numbers; files without pixel data are omitted', () => {
  const scout = sliceAt(0, 1, { seriesInstanceUID: '2.25.9', seriesNumber: 0 });
  const report = sliceAt(0, 1, { seriesInstanceUID: '2.25.8', hasPixelData: false });
  const found = groupSeries([sliceAt(0, 1), report, scout]);
  expect(found.map(({ seriesInstanceUID }) => seriesInstanceUID)).toEqual(['2.25.9', '2.25.2']);
});

test('slices are ordered by position, or by instance number and frame without positions', () => {
  const orderOf = (files: DicomFile[]) => orderSlices(files).map(({ file, frame }) => [file, frame]);
  const files = [sliceAt(5, 1), sliceAt(1, 3), sliceAt(3, 2)];
  // prettier-ignore
  expect(orderOf(files)).toEqual([[1, 0], [2, 0], [0, 0]]);
  const withoutPositions = files.map((file) => ({ ...file, imagePositionMm: null }));
  // prettier-ignore
  expect(orderOf(withoutPositions)).toEqual([[0, 0], [2, 0], [1, 0]]);
  const multiFrame = [sliceAt(0, 2), sliceAt(0, 1, { numberOfFrames: 3 })];
  // prettier-ignore
  expect(orderOf(multiFrame)).toEqual([[1, 0], [1, 1], [1, 2], [0, 0]]);
  expect(orderSlices([])).toEqual([]);
});

test('headers that state enormous numbers of frames occupy little memory', () => {
  const files = Array.from({ length: 200 }, (_, at) => sliceAt(at, at, { numberOfFrames: 2 ** 40 }));
  expect(orderSlices(files)).toHaveLength(20_000);
});
