import { useEffect } from 'react';
import { lastActivity, recordActivity, watchActivity } from '../../../shared/session/activity.ts';
import { call } from '../../../shared/calls/call.ts';
import { findSession, leaveSession } from '../../../shared/session/session.ts';
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
    const stops = [watchActivity(), signOutWhenIdle(seconds, isBusy)];
    return () => stops.forEach((stop) => stop());
  }, [seconds, isBusy]);
}

/**
 * Signs out whenever nothing was done for `seconds`. It keeps running after a sign-out, because the page may be used
 * again after the next sign-in.
 * @internal
 */
export function signOutWhenIdle(seconds: number, isBusy: () => boolean): () => void {
  let isLeaving = false;
  const timer = setInterval(() => {
    if (isBusy()) recordActivity();
    if (isLeaving || !findSession() || Date.now() - lastActivity() < seconds * 1000) return;
    isLeaving = true;
    void leaveSession(() => call(signOut), { keepsInput: true }).finally(() => {
      isLeaving = false;
    });
  }, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}
