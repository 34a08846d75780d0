import { STUDY_TYPE_LABELS } from '@snimok/contract/studies';

const LABELS: Record<string, string> = STUDY_TYPE_LABELS;

/** The Russian label of a value of `studies.type`; a type that this version does not know stays as it is. */
export const studyTypeLabel = (type: string): string => LABELS[type] ?? type;
