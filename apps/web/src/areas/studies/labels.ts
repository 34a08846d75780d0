import type { DoctorStudyStatus, StudyStatus, StudyType } from '@snimok/contract/studies';
import type { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';

export type Kind = z.output<typeof StudyType>;

export const TYPE_LABELS: Record<Kind, string> = { rg: 'Рентген (2D)', cbct: 'КЛКТ (3D)' };

export interface PicturedStudy {
  patientName: string;
  type: Kind;
  createdAt: string;
}

/** The caption of a study's picture. */
export const captionOf = ({ patientName, type, createdAt }: PicturedStudy): string =>
  `${patientName}, ${TYPE_LABELS[type]}, ${formatDay(createdAt)}`;

interface Label {
  label: string;
  color: string;
}

export const ASSISTANT_STATUS: Record<z.output<typeof StudyStatus>, Label> = {
  'in-work': { label: 'В работе', color: 'blue' },
  done: { label: 'Выполнено', color: 'green' },
  archived: { label: 'В архиве', color: 'gray' },
};

export const DOCTOR_STATUS: Record<z.output<typeof DoctorStudyStatus>, Label> = {
  available: { label: 'Доступно', color: 'green' },
  'in-work': { label: 'В работе', color: 'blue' },
  'need-restore': { label: 'Требует восстановления', color: 'yellow' },
};
