import { useEffect } from 'react';
import { lastActivity, recordActivity, watchActivity } from '../../shared/activity.ts';
import { call } from '../../shared/call.ts';
import { leaveSession } from '../../shared/session.ts';
import { signOut } from './calls.ts';

const CHECK_EVERY_MS = 1_000;
const never = () => false;

/**
 * Signs out after this time without input in any window of the portal. The server alone cannot end such a session, because
 * open pages send requests by themselves. `isBusy`: work that continues without the user, such as an upload.
 */
export function useIdleSignOut(seconds: number | null | undefined, isBusy: () => boolean = never) {
  useEffect(() => {
    if (!seconds) return undefined;
    recordActivity();
    const stop = watchActivity();
    const timer = window.setInterval(() => {
      if (isBusy()) recordActivity();
      if (Date.now() - lastActivity() < seconds * 1000) return;
      window.clearInterval(timer);
      void leaveSession(() => call(signOut), { keepsInput: true });
    }, CHECK_EVERY_MS);
    return () => {
      stop();
      window.clearInterval(timer);
    };
  }, [seconds, isBusy]);
}
