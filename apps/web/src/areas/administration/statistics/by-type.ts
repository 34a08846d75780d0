import { formatNumber } from '@snimok/api-client/format-numbers';
import { STUDY_TYPE_NAMES, STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';

type Counts = Record<StudyType, number>;

export const sumOf = (counts: Counts): number =>
  STUDY_TYPE_NAMES.reduce((sum, type) => sum + counts[type], 0);

/** One column for each type of study. */
export const typeColumns = STUDY_TYPE_NAMES.map((type) => ({
  label: STUDY_TYPES[type].label,
  cell: (counts: Counts) => formatNumber(counts[type]),
}));
