import { useEffect } from 'react';
import { goTo } from '../../shared/path.ts';

const RETURN_AFTER_MS = 3000;

/** spec.md §9: password pages lead home three seconds after success. */
export function useReturnHome(done: boolean) {
  useEffect(() => {
    if (!done) return;
    const wait = window.setTimeout(() => goTo('/'), RETURN_AFTER_MS);
    return () => window.clearTimeout(wait);
  }, [done]);
}
