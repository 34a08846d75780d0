import type { StudyToWrite } from '@snimok/imaging/dicom/images';
import { cbctSeries, type PhantomFile, panoramicFile } from '@snimok/phantom/series';
import type { StudyToSend } from './to-send.ts';

/**
 * The names of the series, as the viewer shows them.
 * @internal
 */
export const SERIES_NAMES = { cbct: 'КЛКТ 96 × 96 × 72', rg: 'ОПТГ' };

/**
 * The attributes of the files of a study.
 * @internal
 */
export const attributesOf = ({ studyID, type, person, takenOn, takenAt }: StudyToSend): StudyToWrite => {
  const uid = `2.25.${BigInt(studyID) * 1_000_003n + 314_159_265_358_979n}`;
  return {
    patient: {
      name: person.name,
      id: `DEMO-${studyID}`,
      birthDate: person.birthday,
      sex: person.sex === 'female' ? 'F' : 'M',
    },
    takenOn,
    ...(takenAt !== undefined && { takenAt }),
    studyInstanceUID: uid,
    seriesInstanceUID: `${uid}.1`,
    seriesNumber: 1,
    seriesDescription: SERIES_NAMES[type],
    manufacturer: 'Snimok',
    model: 'Phantom',
  };
};

/** The image files of a study. */
export const draw = (toSend: StudyToSend): PhantomFile[] => {
  const { type, seed, missingTeeth } = toSend;
  const study = attributesOf(toSend);
  const jaws = { seed, ...(missingTeeth && { missingTeeth }) };
  if (type === 'rg') return [panoramicFile({ width: 2400, height: 1250, ...jaws }, study)];
  return [...cbctSeries({ size: [320, 320, 240], spacingMm: 0.3, ...jaws }, study)];
};
