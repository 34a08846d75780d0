import { useEffect, useEffectEvent, useRef } from 'react';

interface Sending {
  isPaused?: boolean;
  cancel?: () => void;
}

/**
 * A form that is closed while its request waits for the connection cancels it: the person did not save. Does nothing if the page
 * has been left or loaded again, or after the returned function was called: then the request continues to wait.
 */
export function useCancelWaiting(sending: Sending): () => void {
  const keepsWaiting = useRef(false);
  const onLeave = useEffectEvent((isSamePage: boolean) => {
    if (sending.isPaused && isSamePage && !keepsWaiting.current) sending.cancel?.();
  });
  useEffect(() => {
    const { pathname } = location;
    return () => onLeave(location.pathname === pathname);
  }, []);
  return () => {
    keepsWaiting.current = true;
  };
}
