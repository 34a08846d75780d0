import type { S3Client } from '@aws-sdk/client-s3';
import { hasCode } from './disk-errors.ts';
import { StorageUnavailable } from './storage.ts';

/** A question that moves no bytes; with its retries it waits no longer, as somebody may wait for it. */
const ANSWER_WITHIN_MS = 10_000;

const CONNECTION_ERRORS = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/** Of a server that fails, a busy one and a full disk are none: the SDK has retried the first, the second has its own. */
const isUnavailable = (cause: unknown): boolean => {
  if (!(cause instanceof Error) || /QuotaExceeded$/.test(cause.name)) return false;
  // not only of an S3ServiceException: a proxy before the store speaks no XML, of which the SDK complains in its own words
  const { httpStatusCode = 0 } = (cause as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
  if ((httpStatusCode >= 500 && httpStatusCode !== 507) || httpStatusCode === 429) return true;
  return cause.name === 'TimeoutError' || hasCode(cause, ...CONNECTION_ERRORS);
};

/** Whatever a command of this client fails with because the store cannot be asked becomes StorageAway. */
export const throwWhenUnavailable = (client: S3Client): void =>
  client.middlewareStack.add(
    (next) => async (step) => {
      try {
        return await next(step);
      } catch (cause) {
        throw isUnavailable(cause)
          ? new StorageUnavailable('the object store does not answer', { cause })
          : cause;
      }
    },
    { step: 'initialize', priority: 'high', name: 'tellWhenAway' },
  );

/** Until the answer begins; the bytes that follow may take their time. */
export const withTimeout = async <Answer>(
  ask: (abortSignal: AbortSignal) => Promise<Answer>,
): Promise<Answer> => {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), ANSWER_WITHIN_MS);
  try {
    return await ask(silent.signal);
  } catch (cause) {
    throw silent.signal.aborted ? new StorageUnavailable('the object store is silent', { cause }) : cause;
  } finally {
    clearTimeout(timer);
  }
};
