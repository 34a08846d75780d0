/** Browser globals that Node lacks. */
interface BrowserGlobals {
  navigator?: { onLine?: boolean };
  addEventListener?: (event: 'online', listener: () => void) => void;
  removeEventListener?: (event: 'online', listener: () => void) => void;
}
const browser = globalThis as BrowserGlobals;

/** Only `onLine === false` is reliable: `true` does not mean that the portal is reachable. */
export const isOffline = () => browser.navigator?.onLine === false;

/** Calls the listener when the connection is restored; returns the function that unsubscribes it. */
export function onceOnline(listener: () => void): () => void {
  browser.addEventListener?.('online', listener);
  return () => browser.removeEventListener?.('online', listener);
}
