import { expect } from '@playwright/test';
import { type Entry, isFine } from './users/call-log.ts';
import { isOfStore } from './users/store.ts';
import { PATIENCE_MS } from './users/user.ts';

/** One sentence in Russian, and none of the machine's own words. */
const isSentence = (text: string | null): boolean => /^[А-ЯЁ«][^<>{}]*[а-яё]/.test(text ?? '');

export interface Allowed {
  /** nobody is there who could answer: the balancer itself is away */
  silence?: boolean;
  /** the store is away: bytes may break off, and whoever sends or fetches them goes on by herself */
  bytesBreakOff?: boolean;
}

/** Who could not be served was told so: 503, in a sentence, in time. */
export const expectTold = (
  entries: Entry[],
  { silence = false, bytesBreakOff = false }: Allowed = {},
): void => {
  const mayBreak = (entry: Entry) => silence || (bytesBreakOff && isOfStore(entry));
  const wrong = entries.filter((entry) => !isFine(entry));
  const untold = wrong.filter((entry) =>
    entry.status === null ? !mayBreak(entry) : entry.status !== 503 || !isSentence(entry.sentence),
  );
  expect([...new Set(untold.map(wordsOf))], 'what people were told').toEqual([]);
  const hung = entries.filter((entry) => entry.ms >= PATIENCE_MS && !mayBreak(entry));
  expect([...new Set(hung.map(({ doing }) => doing))], 'what hung').toEqual([]);
};

const wordsOf = ({ doing, status, sentence }: Entry) =>
  `${doing}: ${status ?? 'no answer'} ${sentence ?? ''}`;

/** For the table of docs/operations.md. */
export const summaryOf = (entries: Entry[]): string => {
  const wrong = entries.filter((entry) => !isFine(entry));
  const slowest = Math.max(0, ...entries.map(({ ms }) => ms)) / 1000;
  const waited = `slowest answer ${slowest.toFixed(1)} s`;
  if (wrong.length === 0) return `nothing: all ${entries.length} calls answered, ${waited}`;
  const said = wrong.map(({ status, sentence }) => (status ? `${status} «${sentence}»` : 'no connection'));
  const kinds = [...new Set(said)].map((words) => `${words} ×${said.filter((one) => one === words).length}`);
  return `${kinds.join(', ')}; ${entries.length - wrong.length} calls answered, ${waited}`;
};
