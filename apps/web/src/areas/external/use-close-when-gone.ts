import { useEffect } from 'react';
import { requestStudyAgain, isGone, type ShareCredentials } from './calls.ts';

const EVERY_MS = 30_000;

/** An open page looks, as long as somebody looks at it, whether its link was deleted or has run out meanwhile. */
export function useCloseWhenGone(key: ShareCredentials | undefined, close: () => void) {
  useEffect(() => {
    if (!key) return;
    let isWatched = true;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      // a cut line, or a PIN that somebody else has guessed at, takes nothing away from who has opened it
      const gone = await requestStudyAgain(key).then(() => false, isGone);
      if (gone && isWatched) close();
    };
    const timer = setInterval(look, EVERY_MS);
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      isWatched = false;
      clearInterval(timer);
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [key, close]);
}
