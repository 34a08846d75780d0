import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The HTTP request on whose behalf the current code runs. Its id is added to every log line, in the API, in the jobs
 * that the request queued and in the letters they send, without being passed through every function.
 */
const requests = new AsyncLocalStorage<string | undefined>();

export const runForRequest = <Result>(requestID: string | undefined, work: () => Result): Result =>
  requests.run(requestID, work);

/** The id of that request; undefined in periodic jobs. */
export const currentRequestID = (): string | undefined => requests.getStore();
