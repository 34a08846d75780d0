/** What a browser knows of its line; Node knows nothing of it. */
interface Surroundings {
  navigator?: { onLine?: boolean };
  addEventListener?: (event: 'online', listener: () => void) => void;
  removeEventListener?: (event: 'online', listener: () => void) => void;
}
const surroundings = globalThis as Surroundings;

/** `onLine` is trusted only when it says no: it knows of the cable, not of what lies behind. */
export const isOffline = () => surroundings.navigator?.onLine === false;

/** Tells when the line comes back; answers how to forget about it. */
export function onceOnline(listener: () => void): () => void {
  surroundings.addEventListener?.('online', listener);
  return () => surroundings.removeEventListener?.('online', listener);
}
