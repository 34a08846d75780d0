import { ctImage, panoramicImage } from '@snimok/imaging/dicom/images';
import type { FileToSend } from './sending.ts';

const study = {
  patient: { name: 'Иванов Иван Иванович', id: '1', birthDate: '1980-01-02', sex: 'M' as const },
  takenOn: '2026-11-21',
  studyInstanceUID: '2.25.1001',
  seriesInstanceUID: '2.25.1002',
  seriesNumber: 1,
  seriesDescription: 'КЛКТ',
  manufacturer: 'Снимок',
  model: 'Проба',
};

const ROWS = 24;
const COLUMNS = 32;
const ramp = (from: number) => Uint16Array.from({ length: ROWS * COLUMNS }, (_, i) => (from + i * 3) & 4095);

/** A small CT series with one file per slice, as most devices write it. */
export const volume = (slices: number, folder = 'DICOM'): FileToSend[] =>
  Array.from({ length: slices }, (_, i) => ({
    filename: `${folder}/IM${String(i + 1).padStart(4, '0')}.dcm`,
    bytes: ctImage(study, {
      sopInstanceUID: `2.25.2${i}`,
      frameOfReferenceUID: '2.25.1003',
      instanceNumber: i + 1,
      rows: ROWS,
      columns: COLUMNS,
      values: ramp(i * 100),
      pixelSpacingMm: [0.3, 0.3],
      sliceThicknessMm: 0.3,
      imagePositionMm: [0, 0, i * 0.3],
    }),
  }));

/** One panoramic radiograph, of the patient of `volume` unless changed. */
export const radiograph = (
  filename = 'pano.dcm',
  patient: Partial<Pick<typeof study.patient, 'name' | 'birthDate'>> = {},
): FileToSend => ({
  filename,
  bytes: panoramicImage(
    { ...study, patient: { ...study.patient, ...patient }, seriesInstanceUID: '2.25.1004' },
    {
      sopInstanceUID: '2.25.3',
      rows: ROWS,
      columns: COLUMNS,
      values: ramp(0),
      imagerPixelSpacingMm: [0.1, 0.1],
    },
  ),
});
