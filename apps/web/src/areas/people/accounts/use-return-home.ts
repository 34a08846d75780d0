import { useEffect } from 'react';
import { goTo } from '../../../shared/navigation/path.ts';

const RETURN_AFTER_MS = 3000;

/** Product 5.2: the password pages return to the sign-in page three seconds after success. */
export function useReturnHome(done: boolean) {
  useEffect(() => {
    if (!done) return;
    const timer = window.setTimeout(() => goTo('/'), RETURN_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [done]);
}
