import type { Access } from './queries.ts';

const ACTIONS: Record<Access['events'][number]['action'], string> = {
  opened: 'Страница открыта',
  viewed: 'Открыт онлайн-просмотр',
  downloaded: 'Файлы скачаны',
  'wrong-pin': 'Неверный ПИН-код',
};

export const actionLabel = (action: keyof typeof ACTIONS): string => ACTIONS[action];
