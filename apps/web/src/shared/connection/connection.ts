import { setUnreachable } from '@snimok/api-client/transfer/connectivity';
import { useSyncExternalStore } from 'react';
import { ConnectionMonitor } from './monitor.ts';

/** Answered without a database or a session; also by a load balancer, with an error, when no server runs. */
const PROBE_URL = '/healthz';

async function probe(signal: AbortSignal): Promise<void> {
  const answer = await fetch(PROBE_URL, { signal, cache: 'no-store' });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
}

/** The connection between this tab and the portal. */
export const connection = new ConnectionMonitor({ probe, isVisible: () => !document.hidden });

let isWatching = false;

/** Starts to watch the events of the page. Repeated calls change nothing. */
function watchPage() {
  if (isWatching) return;
  isWatching = true;
  addEventListener('offline', () => connection.wentOffline());
  addEventListener('online', () => void connection.check());
  for (const event of ['pointerdown', 'keydown', 'focus', 'visibilitychange'] as const)
    addEventListener(event, () => document.hidden || connection.active(), { capture: true, passive: true });
  if (navigator.onLine === false) connection.wentOffline();
  connection.subscribe(() => setUnreachable(connection.lost));
}

const subscribe = (listener: () => void) => {
  watchPage();
  return connection.subscribe(listener);
};

/** Calls the listener when the connection is lost and when it is back. */
export const onConnection = (listener: (lost: boolean) => void) => subscribe(() => listener(connection.lost));

export const useConnectionLost = () => useSyncExternalStore(subscribe, () => connection.lost);
