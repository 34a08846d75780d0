import type { LetterState } from '@snimok/contract/letters';
import type { z } from 'zod';
import { formatMoment } from '../../shared/dates.ts';

export type Letter = z.output<typeof LetterState>;

const STATES = {
  waiting: () => 'отправляется',
  sent: ({ sentAt }: Letter) => `отправлено ${formatMoment(sentAt)}`,
  retrying: ({ nextTryAt }: Letter) => `пока не принято почтой, повторим ${formatMoment(nextTryAt)}`,
  failed: ({ failedAt }: Letter) => `отправить не удалось, последняя попытка ${formatMoment(failedAt)}`,
};

/** «Письмо с паролем отправлено 21.11.2026, 13:40»; `what` is left out where a label says it already. */
export const stateOf = (letter: Letter, what: string): string => {
  const words = `${what} ${STATES[letter.status](letter)}`.trim();
  return words[0]?.toLocaleUpperCase('ru') + words.slice(1);
};

/** The same without times, for a list. */
export const briefStateOf = (letter: Letter, what: string): string =>
  stateOf(letter, what).split(',')[0] ?? '';

/** What the mail server said begins with its number; the rest are sentences of ours. */
export const reasonOf = ({ error }: Letter): string | null =>
  error && /^\d/.test(error) ? `Почтовый сервер ответил: ${error}` : error;

/** Not taken at the first try: worth telling even where there is little room. */
export const isLate = (letter: Letter | null): boolean =>
  letter?.status === 'retrying' || letter?.status === 'failed';

const SOON_MS = 3_000;
const LATER_MS = 30_000;

/** A letter on its way is looked after until it is out; one that waits for its next try less often. */
export const pollIntervalOf = (letters: (Letter | null)[]): number | false => {
  if (letters.some((letter) => letter?.status === 'waiting')) return SOON_MS;
  return letters.some((letter) => letter?.status === 'retrying') && LATER_MS;
};
