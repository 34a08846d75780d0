import type { Access } from './queries.ts';

const ACTIONS: Record<Access['events'][number]['action'], string> = {
  opened: 'Страница открыта',
  viewed: 'Открыт онлайн-просмотр',
  downloaded: 'Файлы скачаны',
  'wrong-pin': 'Неверный ПИН-код',
};

export const actionLabel = (action: keyof typeof ACTIONS): string => ACTIONS[action];

/** The PIN in two groups, which are easier to type from paper: «483 920». */
export const groupedPIN = (pin: string): string =>
  pin.length === 6 ? `${pin.slice(0, 3)}\u00a0${pin.slice(3)}` : pin;
