import { type StaffRight, RIGHT_LABELS } from '@snimok/contract/people/staff';

export const sentences = {
  rightMissing: (right: StaffRight) =>
    `У вас нет права «${RIGHT_LABELS[right]}». Его может дать администратор центра на странице «Сотрудники»`,
} as const;
