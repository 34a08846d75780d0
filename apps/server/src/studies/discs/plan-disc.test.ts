import { expect, test } from 'vitest';
import { nameFiles, seriesOf } from './plan-disc.ts';
import type { ReadFile } from './tasks.ts';

const fileOf = (number: number, seriesInstanceUID: string, numberOfFrames: number) => {
  const read: ReadFile = {
    keys: {
      sopClassUID: '1.2',
      sopInstanceUID: `1.${number}`,
      seriesInstanceUID,
      studyInstanceUID: '1',
      transferSyntaxUID: '1.2.840.10008.1.2.1',
      instanceNumber: number,
      seriesNumber: number,
      seriesDescription: '',
      modality: 'CT',
      patientName: '',
      patientID: '',
      studyDate: '',
      studyTime: '',
      studyDescription: '',
      studyID: '',
      accessionNumber: '',
      institution: '',
    },
    placement: {
      numberOfFrames,
      instanceNumber: number,
      imagePositionMm: null,
      imageOrientation: null,
      framePositionsMm: null,
    },
    isInverted: false,
  };
  const entry = {
    name: `${number}.dcm`,
    offset: 0,
    compressedBytes: 1,
    sizeBytes: 1,
    crc32: 0,
    method: 'stored' as const,
    sha256: '',
  };
  return { entry, read };
};

const pictureCounts = (files: ReturnType<typeof fileOf>[]) =>
  seriesOf(nameFiles(files)).map(({ pictures, every }) => ({ pictures: pictures.length, every }));

test('many series that falsely claim 100,000 frames get no more pictures on a disc than one such series', () => {
  const files = Array.from({ length: 100 }, (_, at) => fileOf(at, `1.${at}`, 100_000));
  const counts = pictureCounts(files);
  expect(counts[0]).toEqual({ pictures: 1429, every: 14 });
  expect(counts.slice(1).every(({ pictures }) => pictures === 0)).toBe(true);
});

test('the page of a disc shows at most 1,500 pictures of very many radiographs', () => {
  const files = Array.from({ length: 5000 }, (_, at) => fileOf(at, `1.${at}`, 1));
  expect(pictureCounts(files).reduce((sum, { pictures }) => sum + pictures, 0)).toBe(1500);
});
