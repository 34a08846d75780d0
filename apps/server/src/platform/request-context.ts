import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The request that something happens for. Its id stands in every line of the log, from the API over the jobs it queued
 * to the letters they send, without every function handing it on.
 */
const requests = new AsyncLocalStorage<string | undefined>();

export const runForRequest = <Result>(requestID: string | undefined, act: () => Result): Result =>
  requests.run(requestID, act);

/** Undefined for what happens by the clock. */
export const currentRequestID = (): string | undefined => requests.getStore();
