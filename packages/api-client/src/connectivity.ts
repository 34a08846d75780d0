/** What a browser knows of its line; Node knows nothing of it. */
interface BrowserGlobals {
  navigator?: { onLine?: boolean };
  addEventListener?: (event: 'online', listener: () => void) => void;
  removeEventListener?: (event: 'online', listener: () => void) => void;
}
const browser = globalThis as BrowserGlobals;

/** `onLine` is trusted only when it says no: it knows of the cable, not of what lies behind. */
export const isOffline = () => browser.navigator?.onLine === false;

/** Tells when the line comes back; answers how to forget about it. */
export function onceOnline(listener: () => void): () => void {
  browser.addEventListener?.('online', listener);
  return () => browser.removeEventListener?.('online', listener);
}
