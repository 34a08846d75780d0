import { STUDY_TYPE_LABELS } from '@snimok/contract/studies';

/** The Russian label of a value of `studies.type`. */
export const studyTypeLabel = (type: string): string =>
  STUDY_TYPE_LABELS[type as keyof typeof STUDY_TYPE_LABELS];
