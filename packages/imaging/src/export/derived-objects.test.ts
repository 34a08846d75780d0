import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ctImage } from '../dicom/images.ts';
import { jsonModel } from '../dicom/elements/json-model.ts';
import { readDicom } from '../dicom/read.ts';
import { type DicomSource, nearestImage, readSource } from './dicom-source.ts';
import { measurementReport, type ReportedMeasurement } from './measurement-report.ts';
import { secondaryCapture } from './secondary-capture.ts';

const STUDY = {
  patient: { name: 'Ёлкина Анна Петровна', id: 'К-17', birthDate: '1980-01-02', sex: 'F' as const },
  takenOn: '2026-11-21',
  studyInstanceUID: '2.25.1001',
  seriesInstanceUID: '2.25.1002',
  seriesNumber: 1,
  seriesDescription: 'КЛКТ',
  manufacturer: 'Снимок',
  model: 'Проба',
};

const source = (leftOut: string[] = []): DicomSource =>
  readSource(
    [0, 1, 2].map((slice) =>
      jsonModel(
        ctImage(STUDY, {
          sopInstanceUID: `2.25.2${slice}`,
          frameOfReferenceUID: '2.25.1003',
          instanceNumber: slice + 1,
          rows: 2,
          columns: 2,
          values: new Uint16Array(4),
          pixelSpacingMm: [0.3, 0.3],
          sliceThicknessMm: 0.5,
          imagePositionMm: [-10, -20, slice * 0.5],
        }),
        { pixelsAt: null },
      ),
    ),
    leftOut,
  )!;

test('an image that is not part of the volume is not a source, even if it is the first image', () => {
  const { instances, studyInstanceUID } = source(['2.25.20']);
  expect(instances.map(({ sopInstanceUID }) => sopInstanceUID)).toEqual(['2.25.21', '2.25.22']);
  expect(studyInstanceUID).toBe('2.25.1001');
  expect(nearestImage(source(['2.25.20']), [0, 0, 0])?.instance.sopInstanceUID).toBe('2.25.21');
});

const MEASUREMENTS: ReportedMeasurement[] = [
  {
    uid: '2.25.77',
    label: 'Длина 1',
    authorName: 'Клиника Мера',
    comment: '',
    values: [{ quantity: 'length', unit: 'mm', value: 20.125 }],
    place: {
      space: 'patient',
      isClosed: false,
      points: [
        [0, 0, 0.6],
        [20.125, 0, 0.6],
      ],
    },
  },
  {
    uid: '2.25.78',
    label: 'Область 1',
    authorName: 'Клиника Мера',
    comment: 'среднее 700',
    values: [{ quantity: 'area', unit: 'mm2', value: 12.5 }],
    place: {
      space: 'patient',
      isClosed: true,
      points: [
        [0, 0, 0],
        [5, 0, 0],
        [0, 5, 0],
      ],
    },
  },
];

/** What dcmtk's `program` prints about a file; it fails if the file is damaged. */
const printedBy = (program: string, bytes: Uint8Array, ...options: string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-derived-'));
  try {
    writeFileSync(join(folder, 'file.dcm'), bytes);
    return execFileSync(program, [...options, join(folder, 'file.dcm')], { encoding: 'utf8', stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

test('the source of a derived object has the study, the series and the positions of the images', () => {
  const read = source();
  expect(read).toMatchObject({ frameOfReferenceUID: '2.25.1003', seriesInstanceUID: '2.25.1002' });
  expect(read.instances.map(({ positionsMm }) => positionsMm)).toEqual([
    [[-10, -20, 0]],
    [[-10, -20, 0.5]],
    [[-10, -20, 1]],
  ]);
  expect(nearestImage(read, [400, -300, 0.7])).toMatchObject({ instance: { sopInstanceUID: '2.25.21' } });
  expect(readSource([{}])).toBeUndefined();
});

test('a capture has the patient and study of its source, and unchanged pixels', () => {
  const rgba = Uint8Array.from([1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255]);
  const capture = { width: 3, height: 1, rgba, pixelMm: 0.25, description: 'Аксиальный', namesPatient: true };
  const bytes = secondaryCapture(source(), capture, [{ instance: source().instances[1]!, frame: null }]);
  expect(readDicom(bytes)).toMatchObject({
    patient: { name: 'Ёлкина Анна Петровна', id: 'К-17', birthDate: '1980-01-02', sex: 'F' },
    studyInstanceUID: '2.25.1001',
    sopClassUID: '1.2.840.10008.5.1.4.1.1.7',
    modality: 'OT',
    rows: 1,
    columns: 3,
    photometricInterpretation: 'RGB',
    pixelSpacingMm: [0.25, 0.25],
  });
  expect([...bytes.slice(-10)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
  const model = jsonModel(bytes, { pixelsAt: null });
  expect(model['00280301']).toEqual({ vr: 'CS', Value: ['YES'] });
  expect(model['00082112']?.Value).toMatchObject([{ '00081155': { Value: ['2.25.21'] } }]);
});

const DSRDUMP = '/usr/bin/dsrdump';
test('dcmtk reads the measurements with units, places and images', () => {
  const bytes = measurementReport(source(), MEASUREMENTS);
  const printed = printedBy(DSRDUMP, bytes, '+Pu', '+Pl', '-Ee');
  expect(printed).toContain('Comprehensive 3D SR Document');
  expect(printed).toMatch(/contains NUM:\(,,"Length"\)="20.125" \(mm,UCUM/);
  expect(printed).toMatch(/contains NUM:\(,,"Area"\)="12.5" \(mm2,UCUM/);
  expect(printed).toContain('inferred from SCOORD3D:=(POLYGON,"2.25.1003"');
  expect(printed).toContain('inferred from IMAGE:(,,"Source of Measurement")=(CT image,"2.25.21")');
  expect(printed).toContain('has obs context PNAME:(,,"Person Observer Name")="Клиника^Мера"');
});
