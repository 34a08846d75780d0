import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** For each complete row, by its id: the function that sends it. */
let ready: ReadonlyMap<string, () => void> = new Map();
const listeners = new Set<() => void>();

function publish(next: ReadonlyMap<string, () => void>) {
  ready = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useReadyRows = () => useSyncExternalStore(subscribe, () => ready);

/** Called by the form of a row; `send` is null while something is missing. */
export function useReportReady(rowID: string, send: (() => void) | null) {
  const onSend = useEffectEvent(() => send?.());
  const isReady = send !== null;
  useEffect(() => {
    if (!isReady) return undefined;
    publish(new Map(ready).set(rowID, () => onSend()));
    return () => publish(new Map([...ready].filter(([id]) => id !== rowID)));
  }, [rowID, isReady]);
}
