import { useEffect, useRef } from 'react';

/** Calls `retry` when the browser has a network again. */
export function useBackOnline(retry: (() => void) | undefined): void {
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  useEffect(() => {
    const online = () => latest.current?.();
    addEventListener('online', online);
    return () => removeEventListener('online', online);
  }, []);
}
