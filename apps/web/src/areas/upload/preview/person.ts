import { formatDay } from '../../../shared/dates.ts';

/** «Иванов Иван, 02.01.1980» */
export const personOf = (name: string | null, birthday: string | null): string =>
  [name || 'без имени', birthday && formatDay(birthday)].filter(Boolean).join(', ');
