import type { LetterState } from '@snimok/contract/values/letters';
import type { z } from 'zod';
import { formatMoment } from '../../../shared/dates/dates.ts';

/** Text messages have the states of letters. */
export type Letter = z.output<typeof LetterState> & { channel?: 'letter' | 'text' };

const STATES = {
  waiting: () => 'отправляется',
  sent: ({ sentAt }: Letter) => `отправлено ${formatMoment(sentAt)}`,
  retrying: ({ nextTryAt, channel }: Letter) =>
    `пока не принято ${channel === 'text' ? 'сервисом СМС' : 'почтой'}, повторим ${formatMoment(nextTryAt)}`,
  failed: ({ failedAt }: Letter) => `отправить не удалось, последняя попытка ${formatMoment(failedAt)}`,
};

/** «Письмо с паролем отправлено 21.11.2026, 13:40»; `what` is empty where a label names the letter. */
export const stateOf = (letter: Letter, what: string): string => {
  const state = `${what} ${STATES[letter.status](letter)}`.trim();
  return state[0]?.toLocaleUpperCase('ru') + state.slice(1);
};

/** `stateOf` without times, for lists. */
export const briefStateOf = (letter: Letter, what: string): string =>
  stateOf(letter, what).split(',')[0] ?? '';

/** An error that begins with a digit is the mail server's reply; all others are sentences of the portal. */
export const reasonOf = ({ error, channel }: Pick<Letter, 'error' | 'channel'>): string | null =>
  error && channel !== 'text' && /^\d/.test(error) ? `Почтовый сервер ответил: ${error}` : error;

/** Whether the letter was not accepted at the first attempt, which is shown even in lists. */
export const isLate = (letter: Letter | null): boolean =>
  letter?.status === 'retrying' || letter?.status === 'failed';

const WAITING_POLL_MS = 3_000;
const RETRYING_POLL_MS = 30_000;

/** The polling interval while letters are being sent; longer if they only wait for the next attempt. */
export const pollIntervalOf = (letters: (Letter | null)[]): number | false => {
  if (letters.some((letter) => letter?.status === 'waiting')) return WAITING_POLL_MS;
  return letters.some((letter) => letter?.status === 'retrying') && RETRYING_POLL_MS;
};
