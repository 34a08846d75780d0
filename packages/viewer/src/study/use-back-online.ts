import { useEffect, useEffectEvent } from 'react';

/** Calls `retry` when the browser has a network again. */
export function useBackOnline(retry: (() => void) | undefined): void {
  const continueNow = useEffectEvent(() => retry?.());
  useEffect(() => {
    const online = () => continueNow();
    addEventListener('online', online);
    return () => removeEventListener('online', online);
  }, []);
}
