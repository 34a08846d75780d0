import type { SignedIn } from '@snimok/contract/auth';
import type { z } from 'zod';
import { removeAllSaved } from './user-storage.ts';

type SignedInAnswer = z.output<typeof SignedIn>;

export interface Session {
  userID: number;
  role: string;
  expiresAt: number;
  realtimeToken: string;
  /** from a letter, for this sign-in alone: nothing is shown before she has chosen her own */
  passwordIsTemporary: boolean;
}

/** Stands there only while it is so. */
const TEMPORARY = 'password_is_temporary';
const KEYS = ['expires_at', 'user_id', 'user_role', 'realtime_token', TEMPORARY] as const;
/** setTimeout counts in 32 bits; a longer wait would fire at once. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

let leaving = false;
let shownFor: number | undefined;

/** The session itself is a cookie that no script sees; this is what the screens need to know of it. */
export function findSession(): Session | undefined {
  const expiresAt = Date.parse(localStorage.getItem('expires_at') ?? '');
  const userID = Number(localStorage.getItem('user_id'));
  const role = localStorage.getItem('user_role');
  if (!role || !userID || !(expiresAt > Date.now())) return undefined;
  return {
    userID,
    role,
    expiresAt,
    realtimeToken: localStorage.getItem('realtime_token') ?? '',
    passwordIsTemporary: localStorage.getItem(TEMPORARY) !== null,
  };
}

export function saveSession(answer: SignedInAnswer): Session {
  // By this machine's clock: one that is an hour fast would otherwise throw the user out at once.
  const expiresAt = Date.now() + answer.expires_in * 1000;
  localStorage.setItem('user_id', String(answer.user_id));
  localStorage.setItem('user_role', answer.user_role);
  localStorage.setItem('realtime_token', answer.realtime_token);
  if (answer.password_is_temporary) localStorage.setItem(TEMPORARY, 'true');
  else localStorage.removeItem(TEMPORARY);
  // Last, because other tabs look at all four when this one changes.
  localStorage.setItem('expires_at', new Date(expiresAt).toISOString());
  return {
    userID: answer.user_id,
    role: answer.user_role,
    expiresAt,
    realtimeToken: answer.realtime_token,
    passwordIsTemporary: answer.password_is_temporary,
  };
}

/** She has chosen a password of her own; other tabs that still ask for one hear of it. */
export function removeTemporaryPasswordFlag() {
  localStorage.removeItem(TEMPORARY);
}

/** A later one for the same session. */
export const saveRealtimeToken = (token: string) => localStorage.setItem('realtime_token', token);

export function clearSession() {
  for (const key of KEYS) localStorage.removeItem(key);
}

/** An external visitor has no session to lose, and must never be thrown off the page; a ticket's bearer neither. */
export const isExternal = () => /^\/(external-area|viewer)\b/.test(location.pathname);

/** The session is over: forget it and begin again, once, however many calls have failed together. */
export function endSession() {
  if (leaving || isExternal()) return;
  leaving = true;
  clearSession();
  location.reload();
}

/**
 * Signing out leads home, by a whole new document: nothing of this user stays in memory. From the first moment, since
 * what is asked meanwhile is refused, and must not be taken for the session's end by itself.
 */
export async function leaveSession(signOut: () => Promise<unknown>) {
  leaving = true;
  // without an answer this browser still forgets: staying signed in on a shared PC would be the worse surprise
  await signOut().catch(() => undefined);
  clearSession();
  removeAllSaved();
  location.replace('/');
}

/** Keeps this tab true to the clock and to the other tabs. */
export function watchSession() {
  if (isExternal()) return;
  addEventListener('storage', ({ key }) => {
    if (leaving || (key !== 'expires_at' && key !== TEMPORARY && key !== null)) return;
    if (key !== TEMPORARY && findSession()?.userID === shownFor) return;
    leaving = true;
    location.reload();
  });
  // A laptop that slept through the moment fires its timers late.
  document.addEventListener('visibilitychange', () => shownFor && !findSession() && endSession());
}

/** From here on the screens show what this user may see, until the session ends. */
export function enterSession(session: Session) {
  shownFor = session.userID;
  if (!isExternal()) waitForEnd();
}

function waitForEnd() {
  const session = findSession();
  if (!session) return endSession();
  window.setTimeout(waitForEnd, Math.min(session.expiresAt - Date.now(), LONGEST_WAIT_MS));
}
