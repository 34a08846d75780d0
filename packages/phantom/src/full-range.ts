import { ctImage, type StudyToWrite } from '@snimok/imaging/dicom/images';
import type { PhantomFile } from './series.ts';

const COLUMNS = 48;
const ROWS = 48;
const COUNT = 16;
const SPACING_MM = 1;

/**
 * The values of the quarters of every slice, from left to right: the ends of unsigned 16 bits, and both sides of
 * the largest signed value.
 */
export const FULL_RANGE = [0, 32_767, 32_768, 65_535] as const;

/** A series of unsigned 16 bits without a rescale, as devices without a calibration write it. */
export const fullRangeSeries = (study: StudyToWrite): PhantomFile[] =>
  Array.from({ length: COUNT }, (_, at) => ({
    filename: `FR${String(at + 1).padStart(4, '0')}.dcm`,
    bytes: ctImage(study, {
      sopInstanceUID: `${study.seriesInstanceUID}.${at + 1}`,
      frameOfReferenceUID: `${study.studyInstanceUID}.1`,
      instanceNumber: at + 1,
      rows: ROWS,
      columns: COLUMNS,
      rescale: [1, 0],
      values: Uint16Array.from(
        { length: ROWS * COLUMNS },
        (_none, pixel) => FULL_RANGE[Math.floor(((pixel % COLUMNS) * 4) / COLUMNS)]!,
      ),
      pixelSpacingMm: [SPACING_MM, SPACING_MM],
      sliceThicknessMm: SPACING_MM,
      imagePositionMm: [0, 0, at * SPACING_MM],
    }),
  }));
