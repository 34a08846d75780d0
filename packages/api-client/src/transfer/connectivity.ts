/** Browser globals that Node lacks. */
interface BrowserGlobals {
  navigator?: { onLine?: boolean };
  addEventListener?: (event: 'online', listener: () => void) => void;
  removeEventListener?: (event: 'online', listener: () => void) => void;
}
const browser = globalThis as BrowserGlobals;

let unreachable = false;
const listeners = new Set<() => void>();

/** For a program that finds out by itself whether the portal can be reached. */
export function setUnreachable(now: boolean): void {
  if (unreachable === now) return;
  unreachable = now;
  if (!now) for (const listener of listeners) listener();
}

/** Only `onLine === false` is reliable: `true` does not mean that the portal is reachable. */
export const isOffline = () => unreachable || browser.navigator?.onLine === false;

/** Calls the listener when the connection is restored; returns the function that unsubscribes it. */
export function onceOnline(listener: () => void): () => void {
  listeners.add(listener);
  browser.addEventListener?.('online', listener);
  return () => {
    listeners.delete(listener);
    browser.removeEventListener?.('online', listener);
  };
}
