import { expect, test } from 'vitest';
import { middleSlice } from '../pictures/picture.ts';
import type { DicomFile } from './file.ts';
import { ctImage, type StudyToWrite } from './images.ts';
import { readDicom } from './read.ts';
import { groupSeries, orderSlices } from './series.ts';

const STUDY: StudyToWrite = {
  patient: { name: 'Иванов Иван', id: '1', birthDate: '1980-01-01', sex: 'M' },
  takenOn: '2026-01-01',
  ...{ studyInstanceUID: '2.25.1', seriesInstanceUID: '2.25.2', seriesNumber: 1, seriesDescription: 'КЛКТ' },
  ...{ manufacturer: 'Снимок', model: 'Фантом' },
};

const sliceAt = (zMm: number, instanceNumber: number, changes: Partial<DicomFile> = {}): DicomFile => ({
  ...readDicom(
    ctImage(STUDY, {
      ...{ sopInstanceUID: `2.25.3.${instanceNumber}`, frameOfReferenceUID: '2.25.4', instanceNumber },
      ...{ rows: 2, columns: 2, values: new Uint16Array(4) },
      ...{ pixelSpacingMm: [0.2, 0.2], sliceThicknessMm: 0.2, imagePositionMm: [0, 0, zMm] },
    }),
  ),
  ...changes,
});

test('slices that came in any order make one volume with their step', () => {
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

test('a volume with a missing slice is not even, and no volume', () => {
  const files = [sliceAt(0, 1), sliceAt(0.2, 2), sliceAt(0.4, 3), sliceAt(0.8, 5)];
  expect(groupSeries(files)[0]).toMatchObject({ evenSteps: false, isVolume: false });
});

test('the same slice twice, slices of another size or direction make no volume', () => {
  const three = [sliceAt(0, 1), sliceAt(0.2, 2), sliceAt(0.4, 3)];
  expect(groupSeries(three)[0]!.isVolume).toBe(true);
  expect(groupSeries([...three, sliceAt(0.4, 4)])[0]!.isVolume).toBe(false);
  expect(groupSeries([...three, sliceAt(0.6, 4, { rows: 3 })])[0]!.isVolume).toBe(false);
  const sideways = sliceAt(0.6, 4, { imageOrientation: [0, 1, 0, 0, 0, 1] });
  expect(groupSeries([...three, sideways])[0]).toMatchObject({ sliceStepMm: null, isVolume: false });
});

test('series are told apart and come by their numbers; reports without pixels are left out', () => {
  const scout = sliceAt(0, 1, { seriesInstanceUID: '2.25.9', seriesNumber: 0 });
  const report = sliceAt(0, 1, { seriesInstanceUID: '2.25.8', hasPixelData: false });
  const found = groupSeries([sliceAt(0, 1), report, scout]);
  expect(found.map(({ seriesInstanceUID }) => seriesInstanceUID)).toEqual(['2.25.9', '2.25.2']);
});

test('the middle picture is by position, and by instance number where there is none', () => {
  const files = [sliceAt(5, 1), sliceAt(1, 2), sliceAt(3, 3)];
  expect(middleSlice(files)).toEqual({ file: 2, frame: 0 });
  const unplaced = files.map((file) => ({ ...file, imagePositionMm: null }));
  expect(middleSlice(unplaced)).toEqual({ file: 1, frame: 0 });
  expect(middleSlice([sliceAt(0, 1, { numberOfFrames: 9 })])).toEqual({ file: 0, frame: 4 });
  expect(middleSlice([])).toBeNull();
});
