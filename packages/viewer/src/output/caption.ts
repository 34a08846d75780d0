import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { Study } from '../study/study.ts';
import { type DatedStudy, type DateFormats, studyDay } from '../study/study-day.ts';

/** What is written below a saved picture. */
export type CaptionChoice = 'none' | 'number' | 'patient';

export const CAPTION_LABELS: { value: CaptionChoice; label: string }[] = [
  { value: 'none', label: 'Без подписи' },
  { value: 'number', label: 'Номер и дата' },
  { value: 'patient', label: 'Пациент' },
];

/** Empty without a caption. */
export function captionText(
  study: DatedStudy & Pick<Study, 'studyID' | 'type' | 'patientName'>,
  choice: CaptionChoice,
  paneLabel: string,
  host: DateFormats,
): string {
  if (choice === 'none') return '';
  const about = [STUDY_TYPES[study.type].label, studyDay(study, host), paneLabel];
  const who = choice === 'patient' ? study.patientName : `Исследование ${study.studyID}`;
  return [who, ...about].join(', ');
}
