import { type StaffRight, RIGHT_LABELS } from '@snimok/contract/people/staff';

export const sentences = {
  signInFirst: 'Войдите в личный кабинет, чтобы продолжить',
  forbidden: 'У вас нет прав на это действие',
  rightMissing: (right: StaffRight) =>
    `У вас нет права «${RIGHT_LABELS[right]}». Его может дать администратор центра на странице «Сотрудники»`,
} as const;
