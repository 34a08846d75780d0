/** A request that failed: an error response, or no response. */
export class SendProblem extends Error {
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;

  /** `status` is null without a response. */
  constructor(sentence: string, status: number | null, retryAfterSeconds: number | null = null) {
    super(sentence);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The store rejects this page's origin (CORS), so no retry can succeed. */
export class StoreUnreachable extends SendProblem {
  constructor(sentence: string) {
    // 421 Misdirected Request (RFC 9110 §15.5.20) stands for a failure that has no status of its own
    super(sentence, 421);
  }
}

/** The error of a rejected PUT: the folder store answers `{ error }`, an S3 store answers XML in English. */
export function problemOfStore(status: number, text: string, retryAfter: string | null): SendProblem {
  const seconds = Number(retryAfter);
  return new SendProblem(sentenceIn(text, status), status, seconds > 0 ? seconds : null);
}

function sentenceIn(text: string, status: number): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // not JSON: an S3 store
  }
  return `Хранилище не приняло файл (код ${status}).`;
}

/** If the wait is longer, for example until the daily limit ends, the user decides when to continue. */
const LONGEST_WAIT_SECONDS = 15 * 60;

/**
 * Whether a retry may succeed soon: no response, a timeout, too many requests, a server that is down or
 * restarting.
 */
export const isTransient = (problem: unknown): problem is SendProblem => {
  if (!(problem instanceof SendProblem)) return false;
  const { status, retryAfterSeconds } = problem;
  if (status === 429) return (retryAfterSeconds ?? 0) <= LONGEST_WAIT_SECONDS;
  return status === null || status === 408 || status >= 500;
};

/** Whether the presigned URL has expired and must be requested again. */
export const isStaleURL = (problem: unknown) => problem instanceof SendProblem && problem.status === 403;

export const sentenceOf = (problem: unknown) =>
  problem instanceof SendProblem ? problem.message : 'Произошла непредвиденная ошибка. Попробуйте ещё раз.';

/** Whether the upload has ended or no file can be stored, so that sending the other files is useless. */
export const endsUpload = (problem: unknown) =>
  problem instanceof StoreUnreachable ||
  (problem instanceof SendProblem &&
    (problem.status === 404 || problem.status === 409 || problem.status === 401));
