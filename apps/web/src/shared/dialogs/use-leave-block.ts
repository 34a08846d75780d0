import { useEffect, useEffectEvent } from 'react';
import { type Blocker, useBlocker } from 'react-router';

export type { Blocker };

/** Blocks navigation while `when` is true, and asks before the page is closed or reloaded. */
export function useLeaveBlock(when: () => boolean): Blocker {
  const isBlocked = useEffectEvent(when);
  useEffect(() => {
    const confirmLeave = (event: BeforeUnloadEvent) => {
      if (isBlocked()) event.preventDefault();
    };
    addEventListener('beforeunload', confirmLeave);
    return () => removeEventListener('beforeunload', confirmLeave);
  }, []);
  return useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isOtherPage = currentLocation.pathname !== nextLocation.pathname;
    // «Назад» may also leave a tab of the page, which the query names
    const isOtherTab = historyAction === 'POP' && currentLocation.search !== nextLocation.search;
    return (isOtherPage || isOtherTab) && when();
  });
}
