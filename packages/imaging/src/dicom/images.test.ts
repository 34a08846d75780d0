import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import { expect, test } from 'vitest';
import { ctImage, HOUNSFIELD_OFFSET, panoramicImage, type StudyToWrite } from './images.ts';
import { decodeFrame } from './pixels/pixels.ts';
import { readDicom } from './read.ts';

const STUDY: StudyToWrite = {
  patient: { name: 'Ёлкина Анна Петровна', id: '42', birthDate: '1970-12-31', sex: 'F' },
  takenOn: '2026-02-03',
  studyInstanceUID: '2.25.10',
  seriesInstanceUID: '2.25.11',
  seriesNumber: 1,
  seriesDescription: 'КЛКТ обеих челюстей',
  manufacturer: 'Снимок',
  model: 'Фантом',
};
const SLICE = {
  sopInstanceUID: '2.25.12',
  frameOfReferenceUID: '2.25.13',
  instanceNumber: 5,
  rows: 2,
  columns: 3,
  values: Uint16Array.of(0, 1, 24, 1024, 2048, 4095),
  pixelSpacingMm: [0.25, 0.2] as const,
  sliceThicknessMm: 0.3,
  imagePositionMm: [-50, -40.5, 1 / 3] as const,
};
const PANORAMIC = {
  sopInstanceUID: '2.25.14',
  rows: 2,
  columns: 2,
  values: Uint16Array.of(0, 1, 2, 4095),
  imagerPixelSpacingMm: [0.1, 0.1] as const,
};

test('a written slice is read back unchanged', async () => {
  const bytes = ctImage(STUDY, SLICE);
  const file = readDicom(bytes);
  expect(file).toMatchObject({
    modality: 'CT',
    patient: STUDY.patient,
    takenOn: '2026-02-03',
    instanceNumber: 5,
    warnings: [],
    pixelSpacingMm: [0.25, 0.2],
    sliceThicknessMm: 0.3,
    imagePositionMm: [-50, -40.5, 0.333333],
    seriesDescription: STUDY.seriesDescription,
    rescaleIntercept: -HOUNSFIELD_OFFSET,
  });
  expect((await decodeFrame(bytes, file, 0)).values).toEqual(SLICE.values);
});

test('a written panoramic is a PX image with the pixel spacing of its detector', () => {
  const file = readDicom(panoramicImage(STUDY, PANORAMIC));
  expect(file).toMatchObject({ modality: 'PX', imagerPixelSpacingMm: [0.1, 0.1], pixelSpacingMm: null });
});

test('dicom-parser reads the same values from a written file', () => {
  const dataSet = dicomParser.parseDicom(ctImage(STUDY, SLICE));
  expect(dataSet.string('x00020003')).toBe(SLICE.sopInstanceUID);
  expect(dataSet.string('x00200032')).toBe('-50\\-40.5\\0.333333');
  expect(dataSet.uint16('x00280011')).toBe(3);
  expect(dataSet.elements.x7fe00010?.length).toBe(12);
});

const DCMDUMP = '/usr/bin/dcmdump';
test.runIf(existsSync(DCMDUMP))('dcmtk reads written files without errors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-images-'));
  try {
    for (const bytes of [ctImage(STUDY, SLICE), panoramicImage(STUDY, PANORAMIC)]) {
      writeFileSync(join(folder, 'file.dcm'), bytes);
      const output = execFileSync(DCMDUMP, ['-q', '+P', 'PatientName', join(folder, 'file.dcm')], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
      expect(output).toContain('Ёлкина^Анна^Петровна');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
