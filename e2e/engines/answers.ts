import { expect } from '@playwright/test';
import { type CallRecord, isServed } from './users/call-log.ts';
import { isOfStore } from './users/store.ts';
import { CALL_TIMEOUT_MS } from './users/user.ts';

/** Russian prose without markup or JSON. */
const isSentence = (text: string | null): boolean => /^[А-ЯЁ«][^<>{}]*[а-яё]/.test(text ?? '');

export interface AllowedFailures {
  /** no process can answer, because the balancer itself is unavailable */
  noAnswers?: boolean;
  /** transfers to and from the store may break off, because clients of the store retry them */
  storeMayFail?: boolean;
}

/** Expects that every call that could not be served was answered in time with 503 and a Russian sentence. */
export const expectClearAnswers = (
  calls: CallRecord[],
  { noAnswers = false, storeMayFail = false }: AllowedFailures = {},
): void => {
  const mayBreakOff = (call: CallRecord) => noAnswers || (storeMayFail && isOfStore(call));
  const failed = calls.filter((call) => !isServed(call));
  const unclear = failed.filter((call) =>
    call.status === null ? !mayBreakOff(call) : call.status !== 503 || !isSentence(call.sentence),
  );
  expect([...new Set(unclear.map(describeCall))], 'unclear answers').toEqual([]);
  const timedOut = calls.filter((call) => call.ms >= CALL_TIMEOUT_MS && !mayBreakOff(call));
  expect([...new Set(timedOut.map(({ request }) => request))], 'calls without an answer in time').toEqual([]);
};

const describeCall = ({ request, status, sentence }: CallRecord) =>
  `${request}: ${status ?? 'no answer'} ${sentence ?? ''}`;

/** The column «what users saw meanwhile» of the table in docs/operations.md. */
export const summaryOf = (calls: CallRecord[]): string => {
  const failed = calls.filter((call) => !isServed(call));
  const slowestSeconds = Math.max(0, ...calls.map(({ ms }) => ms)) / 1000;
  const slowest = `slowest answer ${slowestSeconds.toFixed(1)} s`;
  if (failed.length === 0) return `nothing: all ${calls.length} calls answered, ${slowest}`;
  const answers = failed.map(({ status, sentence }) =>
    status ? `${status} «${sentence}»` : 'no connection',
  );
  const kinds = [...new Set(answers)].map(
    (answer) => `${answer} ×${answers.filter((other) => other === answer).length}`,
  );
  return `${kinds.join(', ')}; ${calls.length - failed.length} calls answered, ${slowest}`;
};
