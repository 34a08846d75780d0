import { useEffect, useRef } from 'react';

interface Sending {
  isPaused?: boolean;
  cancel?: () => void;
}

/**
 * A form that is closed while its request waits for the connection cancels it: the person did not save. Does nothing if the page
 * has been left or loaded again, or after the returned function was called: then the request waits on.
 */
export function useCancelWaiting(sending: Sending): () => void {
  const latest = useRef(sending);
  const keepsWaiting = useRef(false);
  useEffect(() => {
    latest.current = sending;
  });
  useEffect(() => {
    const { pathname } = location;
    return () => {
      const { isPaused, cancel } = latest.current;
      if (isPaused && !keepsWaiting.current && location.pathname === pathname) cancel?.();
    };
  }, []);
  return () => {
    keepsWaiting.current = true;
  };
}
