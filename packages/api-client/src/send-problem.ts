/** A request that was answered with an error or not answered at all. */
export class SendProblem extends Error {
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;

  /** `status` is null when no answer came. */
  constructor(sentence: string, status: number | null, retryAfterSeconds: number | null = null) {
    super(sentence);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The store cannot be reached from where the files are, whoever tries however often. */
export class StoreUnreachable extends SendProblem {
  constructor(sentence: string) {
    // Misdirected Request (RFC 9110 §15.5.20): what no answer tells
    super(sentence, 421);
  }
}

/** What a store said instead of taking a file: ours answers `{ error }`, an S3 store answers XML in English. */
export function problemOfStore(status: number, text: string, retryAfter: string | null): SendProblem {
  const seconds = Number(retryAfter);
  return new SendProblem(sentenceIn(text, status), status, seconds > 0 ? seconds : null);
}

function sentenceIn(text: string, status: number): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // not ours
  }
  return `Хранилище не приняло файл (код ${status}).`;
}

/** Passes by itself: no answer, a timeout, too many requests, a server that is down or being restarted. */
export const isTransient = (problem: unknown): problem is SendProblem =>
  problem instanceof SendProblem &&
  (problem.status === null || problem.status === 408 || problem.status === 429 || problem.status >= 500);

/** The signature has expired; a new one is to be had for the asking. */
export const isStaleURL = (problem: unknown) => problem instanceof SendProblem && problem.status === 403;

export const sentenceOf = (problem: unknown) =>
  problem instanceof SendProblem ? problem.message : 'Произошла непредвиденная ошибка. Попробуйте ещё раз.';
