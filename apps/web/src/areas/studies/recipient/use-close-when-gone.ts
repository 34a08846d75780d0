import { useEffect } from 'react';
import { recheckStudy, isGone, type ShareCredentials } from './calls.ts';

const CHECK_INTERVAL_MS = 30_000;

/**
 * While the page is visible, checks regularly whether its link was deleted or has expired, and then closes
 * it.
 */
export function useCloseWhenGone(credentials: ShareCredentials | undefined, close: () => void) {
  useEffect(() => {
    if (!credentials) return;
    let isMounted = true;
    const check = async () => {
      if (document.visibilityState === 'hidden') return;
      // A lost connection, or a PIN locked after wrong attempts elsewhere, does not close the page.
      const gone = await recheckStudy(credentials).then(() => false, isGone);
      if (gone && isMounted) close();
    };
    const timer = setInterval(check, CHECK_INTERVAL_MS);
    addEventListener('focus', check);
    document.addEventListener('visibilitychange', check);
    return () => {
      isMounted = false;
      clearInterval(timer);
      removeEventListener('focus', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [credentials, close]);
}
