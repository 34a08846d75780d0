import type { Grant } from './queries.ts';

const SCOPES: Record<string, string> = { 'upload-studies': 'Загрузка исследований' };

/** «Загрузка исследований»; a scope without a label is shown by its name. */
export const scopeInWords = (scope: string): string =>
  scope
    .split(' ')
    .filter(Boolean)
    .map((word) => SCOPES[word] ?? word)
    .join(', ');

export const versionInWords = (appVersion: string): string => appVersion || 'не указана';

interface State {
  title: string;
  sentence: string;
  colour: 'blue' | 'green' | 'gray' | 'yellow';
}

/** The texts for a grant that needs no decision. */
export const STATES: Record<Exclude<Grant['status'], 'issued'>, State> = {
  granted: {
    title: 'Вход разрешён',
    sentence: 'Программа получит доступ через несколько секунд.',
    colour: 'blue',
  },
  authorized: {
    title: 'Программа получила доступ',
    sentence: 'Теперь она может загружать исследования.',
    colour: 'green',
  },
  declined: {
    title: 'Запрос отклонён',
    sentence: 'Программа доступа не получила.',
    colour: 'gray',
  },
  revoked: {
    title: 'Доступ отозван',
    sentence: 'Программа больше ничего не может. Чтобы вернуть доступ, начните в ней вход заново.',
    colour: 'gray',
  },
  expired: {
    title: 'Срок действия запроса истёк',
    sentence: 'Начните вход в программе заново: она покажет новый код.',
    colour: 'yellow',
  },
};
