import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { Study } from './study.ts';
import type { ViewerHost } from './viewer-host.ts';

/** DD.MM.YYYY of a study, with the time if the patient has another study of that day. */
export const studyDay = (
  { createdAt, sharesDay }: Pick<Study, 'createdAt' | 'sharesDay'>,
  { formatDay, formatMoment }: Pick<ViewerHost, 'formatDay' | 'formatMoment'>,
): string => (sharesDay ? formatMoment(createdAt) : formatDay(createdAt));

/** «КЛКТ (3D) · 12.03.2025» */
export const studyLabel = (
  study: Pick<Study, 'type' | 'createdAt' | 'sharesDay'>,
  host: Parameters<typeof studyDay>[1],
) => `${STUDY_TYPES[study.type].label} · ${studyDay(study, host)}`;
