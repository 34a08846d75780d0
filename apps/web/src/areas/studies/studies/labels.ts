import { type DoctorStudyStatus, type StepStatus, StudyStatus } from '@snimok/contract/studies/studies';
import {
  phaseOf,
  STUDY_STATUS_LABELS,
  type StudyFacts,
  type StudyPhase,
} from '@snimok/contract/studies/study-state';
import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import type { z } from 'zod';

export type Kind = StudyType;

export interface PicturedStudy {
  patientName: string;
  type: Kind;
}

/** The caption of a study's picture; `day` as `studyDayAmong` names it. */
export const captionOf = ({ patientName, type }: PicturedStudy, day: string): string =>
  `${patientName}, ${STUDY_TYPES[type].label}, ${day}`;

export interface Label {
  label: string;
  color: string;
}

/** What the X-ray machine reports. */
export const ACQUISITION: Record<z.output<typeof StepStatus>, Label> = {
  'in-progress': { label: 'Снимают', color: 'teal' },
  completed: { label: 'Снято', color: 'green' },
  discontinued: { label: 'Прервано', color: 'yellow' },
};

const ASSISTANT_STATUS: Record<StudyPhase, Label> = {
  preparing: { label: STUDY_STATUS_LABELS['in-work'], color: 'blue' },
  restoring: { label: STUDY_STATUS_LABELS['in-work'], color: 'blue' },
  available: { label: STUDY_STATUS_LABELS.done, color: 'green' },
  archived: { label: STUDY_STATUS_LABELS.archived, color: 'gray' },
};

/**
 * The filter offers the stored statuses only. Studies whose machine has reported, or that return from the archive, are
 * among «В работе».
 */
export const STATUS_OPTIONS = StudyStatus.options.map((value) => ({
  value,
  label: STUDY_STATUS_LABELS[value],
}));

/** A report of the X-ray machine replaces «В работе», because it says more. */
export const assistantStatusOf = ({
  acquisition,
  ...facts
}: StudyFacts & { acquisition?: z.output<typeof StepStatus> | undefined }): Label =>
  acquisition ? ACQUISITION[acquisition] : ASSISTANT_STATUS[phaseOf(facts)];

export const DOCTOR_STATUS: Record<z.output<typeof DoctorStudyStatus>, Label> = {
  available: { label: 'Доступно', color: 'green' },
  'in-work': { label: 'В работе', color: 'blue' },
  'need-restore': { label: 'Требует восстановления', color: 'yellow' },
};
