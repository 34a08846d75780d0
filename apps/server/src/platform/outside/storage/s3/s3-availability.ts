import type { S3Client } from '@aws-sdk/client-s3';
import { hasCode } from '../disk-errors.ts';
import { StorageUnavailable } from '../storage.ts';
import { CONNECTION_ERRORS } from '../../../networks/connection-errors.ts';

/** The time limit for the beginning of a response, retries included. It is short, since a user may be waiting. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** The SDK has already retried temporary errors. A full disk (507) or quota becomes StorageFull in the store. */
const isUnavailable = (cause: unknown): boolean => {
  if (!(cause instanceof Error) || /QuotaExceeded$/.test(cause.name)) return false;
  // not only S3ServiceException: if a proxy responds without XML, the SDK throws a parse error
  const { httpStatusCode = 0 } = (cause as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
  if ((httpStatusCode >= 500 && httpStatusCode !== 507) || httpStatusCode === 429) return true;
  return cause.name === 'TimeoutError' || hasCode(cause, ...CONNECTION_ERRORS);
};

/** Makes all commands of the client throw StorageUnavailable if the store does not respond or fails. */
export const throwWhenUnavailable = (client: S3Client): void =>
  client.middlewareStack.add(
    (next) => async (step) => {
      try {
        return await next(step);
      } catch (cause) {
        throw isUnavailable(cause)
          ? new StorageUnavailable('the object store does not respond', { cause })
          : cause;
      }
    },
    { step: 'initialize', priority: 'high', name: 'throwWhenUnavailable' },
  );

/** Limits the time until the response begins; the body may take longer. */
export const withTimeout = async <Response>(
  send: (abortSignal: AbortSignal) => Promise<Response>,
): Promise<Response> => {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), RESPONSE_TIMEOUT_MS);
  try {
    return await send(timeout.signal);
  } catch (cause) {
    throw timeout.signal.aborted
      ? new StorageUnavailable(`no response from the object store within ${RESPONSE_TIMEOUT_MS / 1000} s`, {
          cause,
        })
      : cause;
  } finally {
    clearTimeout(timer);
  }
};
