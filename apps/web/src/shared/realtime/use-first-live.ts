import { useSyncExternalStore } from 'react';
import { isLive, onLive } from './events.ts';

/** The wait ends after this time on pages whose realtime connection does not open. */
const LONGEST_WAIT_MS = 10_000;

let isOver = false;

/**
 * False until events arrive for the first time, at most ten seconds. Data that is requested before events can arrive
 * is requested again (`onMissed`), so what the first screen does not need is requested afterwards.
 */
export const useFirstLive = () => useSyncExternalStore(subscribe, () => isOver || isLive());

function subscribe(changed: () => void) {
  if (isOver) return () => {};
  const end = () => {
    isOver = true;
    changed();
  };
  const forget = onLive(end);
  const timer = setTimeout(end, LONGEST_WAIT_MS);
  return () => {
    forget();
    clearTimeout(timer);
  };
}
