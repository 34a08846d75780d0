import { panoramicImage } from '@snimok/imaging/dicom/images';
import type { SliceFile } from '../measuring/series.ts';

const ROWS = 120;
const COLUMNS = 160;
/** Number of studies of each patient. */
export const STUDIES_OF_PATIENT = 2;
/** Studies have one, two or three images. */
const MOST_IMAGES = 3;
const SURNAMES = ['Иванов', 'Петров', 'Сидоров', 'Кузнецов', 'Смирнов', 'Попов', 'Васильев'];

/** Numbers from 0 to 1, the same in every run with the same seed. */
export const randomNumbers = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** The files of the n-th study: X-rays of 120 × 160 pixels, 38 kB each. No two patients have the same birth date and name. */
export const smallStudy = (n: number): SliceFile[] => {
  const patient = Math.floor(n / STUDIES_OF_PATIENT);
  const born = new Date(Date.UTC(1930, 0, 1 + Math.floor(patient / SURNAMES.length)));
  const studyInstanceUID = `2.25.330${n}`;
  const study = {
    patient: {
      name: `${SURNAMES[patient % SURNAMES.length]} Иван Иванович`,
      id: `P-${patient}`,
      birthDate: born.toISOString().slice(0, 10),
      sex: 'M' as const,
    },
    takenOn: '2016-03-12',
    studyInstanceUID,
    seriesInstanceUID: `${studyInstanceUID}.1`,
    seriesNumber: 1,
    seriesDescription: 'X',
    manufacturer: 'Bench',
    model: 'Bench',
  };
  const random = randomNumbers(n);
  return Array.from({ length: 1 + (n % MOST_IMAGES) }, (_, i) => {
    const sopInstanceUID = `${studyInstanceUID}.1.${i + 1}`;
    const values = Uint16Array.from({ length: ROWS * COLUMNS }, () => 4095 * random());
    const image = { sopInstanceUID, rows: ROWS, columns: COLUMNS, values, imagerPixelSpacingMm: null };
    return { name: `${sopInstanceUID}.dcm`, bytes: Buffer.from(panoramicImage(study, image)) };
  });
};
