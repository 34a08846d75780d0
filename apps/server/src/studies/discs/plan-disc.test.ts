import { expect, test } from 'vitest';
import { nameFiles, recordsOf, seriesOf } from './plan-disc.ts';
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

test('a DICOMDIR has the date of the files, otherwise the date and time of the portal', () => {
  const missing = { patientID: '7', studyID: '9', studyDate: '20261121', studyTime: '134000' };
  const dateOf = (studyDate: string, studyTime: string) => {
    const [file] = nameFiles([fileOf(1, '1.1', 1)]);
    const keys = { ...file!.read.keys!, studyDate, studyTime };
    const [study] = recordsOf([{ ...file!, read: { ...file!.read, keys } }], missing)[0]!.studies;
    return [study!.date, study!.time];
  };
  expect(dateOf('20261119', '120500')).toEqual(['20261119', '120500']);
  expect(dateOf('20261119', '')).toEqual(['20261119', '000000']);
  expect(dateOf('', '')).toEqual(['20261121', '134000']);
});
