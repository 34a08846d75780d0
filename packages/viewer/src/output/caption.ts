import { STUDY_TYPES } from '@snimok/contract/study-types';
import type { Study } from '../study.ts';

/** What is written below a saved picture. */
export type CaptionChoice = 'none' | 'number' | 'patient';

export const CAPTION_LABELS: { value: CaptionChoice; label: string }[] = [
  { value: 'none', label: 'Без подписи' },
  { value: 'number', label: 'Номер и дата' },
  { value: 'patient', label: 'Пациент' },
];

/** Empty without a caption. */
export function captionText(
  study: Pick<Study, 'studyID' | 'type' | 'createdAt' | 'patientName'>,
  choice: CaptionChoice,
  paneLabel: string,
  formatDay: (instant: string) => string,
): string {
  if (choice === 'none') return '';
  const about = [STUDY_TYPES[study.type].label, formatDay(study.createdAt), paneLabel];
  const who = choice === 'patient' ? study.patientName : `Исследование ${study.studyID}`;
  return [who, ...about].join(', ');
}
