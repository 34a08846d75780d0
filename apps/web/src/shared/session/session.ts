import type { SignedIn } from '@snimok/contract/people/auth';
import type { z } from 'zod';
import { removeAllInput, removeInputOfOthers } from './stored-input.ts';

type SignedInAnswer = z.output<typeof SignedIn>;

export interface Session {
  userID: number;
  role: string;
  expiresAt: number;
  realtimeToken: string;
  /** sent by letter and valid for one sign-in: the user must choose a new one first */
  passwordIsTemporary: boolean;
  /** the account must set up a second factor before anything else */
  needsSecondFactor: boolean;
}

/** Present only while the password is temporary. */
const TEMPORARY = 'password_is_temporary';
/** Present only until the second factor is set up. */
const FACTOR_DUE = 'second_factor_required';
const LIMITS = [TEMPORARY, FACTOR_DUE] as const;
const KEYS = ['expires_at', 'user_id', 'user_role', 'realtime_token', ...LIMITS] as const;
/**
 * Why the session has ended, for the sign-in page: sessionStorage keeps the reason for this tab, localStorage for other
 * tabs.
 */
const ENDED = 'session_ended';
/** `elsewhere`: the server has ended it. `left`: the user has signed out in another tab. */
export type SessionEnd = 'expired' | 'idle' | 'elsewhere' | 'left';

/** setTimeout takes a signed 32-bit delay; a longer one fires at once. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

let isLeaving = false;
let shownUserID: number | undefined;

/** What the pages need of the session. The session itself is an HttpOnly cookie. */
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
    needsSecondFactor: localStorage.getItem(FACTOR_DUE) !== null,
  };
}

export function saveSession(answer: SignedInAnswer): Session {
  // Computed from this machine's clock: with the server's time, a clock that is an hour fast would end the
  // session at once.
  const expiresAt = Date.now() + answer.expires_in * 1000;
  localStorage.setItem('user_id', String(answer.user_id));
  localStorage.setItem('user_role', answer.user_role);
  localStorage.setItem('realtime_token', answer.realtime_token);
  for (const limit of LIMITS) {
    if (answer[limit]) localStorage.setItem(limit, 'true');
    else localStorage.removeItem(limit);
  }
  removeInputOfOthers(answer.user_id);
  for (const storage of [localStorage, sessionStorage]) storage.removeItem(ENDED);
  // Written last, because other tabs read all keys when this one changes.
  localStorage.setItem('expires_at', new Date(expiresAt).toISOString());
  return {
    userID: answer.user_id,
    role: answer.user_role,
    expiresAt,
    realtimeToken: answer.realtime_token,
    passwordIsTemporary: answer.password_is_temporary,
    // absent in the answer of an earlier version of the server
    needsSecondFactor: Boolean(answer.second_factor_required),
  };
}

/** Called after the user has chosen a password. Other tabs receive a `storage` event and reload. */
export function removeTemporaryPasswordFlag() {
  localStorage.removeItem(TEMPORARY);
}

/** Called after the user has set up a second factor. Other tabs receive a `storage` event and reload. */
export function removeSecondFactorFlag() {
  localStorage.removeItem(FACTOR_DUE);
}

/** Replaces the token of the same session. */
export const saveRealtimeToken = (token: string) => localStorage.setItem('realtime_token', token);

/**
 * `reason` is undefined if the user has signed out herself. It is written first, because other tabs read it when the
 * keys are removed.
 */
export function clearSession(reason?: SessionEnd) {
  for (const storage of [localStorage, sessionStorage])
    if (reason) storage.setItem(ENDED, reason);
    else storage.removeItem(ENDED);
  for (const key of KEYS) localStorage.removeItem(key);
}

/** A session that has expired while the portal was closed is still stored. */
export const endOfSession = () =>
  (sessionStorage.getItem(ENDED) as SessionEnd | null) ??
  (localStorage.getItem('expires_at') ? 'expired' : undefined);

/**
 * Pages that work without a session, for share recipients and viewer tickets; the end of a session leaves
 * them open.
 */
export const isExternal = () => /^\/(external-area|viewer|visit|snimok)\b/.test(location.pathname);

let keepsPage: (reason: SessionEnd) => boolean = () => false;

/** Registers what happens instead of a reload when the session ends; it returns false if the page is loaded again. */
export function keepPageWith(keeps: typeof keepsPage) {
  keepsPage = keeps;
}

/** Deletes the stored session and reloads the page, once, even if several calls fail with 401 together. */
export function endSession() {
  if (isLeaving || isExternal()) return;
  const reason =
    (localStorage.getItem(ENDED) as SessionEnd | null) ?? (findSession() ? 'elsewhere' : 'expired');
  if (keepsPage(reason)) return;
  isLeaving = true;
  clearSession(reason);
  location.reload();
}

let mayLeave = () => Promise.resolve(true);

/** Registers the question that a sign-out asks first; it resolves with false if the person stays. */
export function askBeforeLeaving(ask: () => Promise<boolean>) {
  mayLeave = ask;
}

/**
 * Signs out and loads `/` as a new document, so that no data of this user stays in memory. `isLeaving` is set first:
 * calls made meanwhile answer 401, which must not start `endSession`. `keepsInput`: the user did not ask for the
 * sign-out. Her encrypted input then stays for her next sign-in, and a page that must be kept is hidden instead of
 * reloaded.
 */
export async function leaveSession(signOut: () => Promise<unknown>, { keepsInput = false } = {}) {
  if (!keepsInput && !(await mayLeave())) return;
  isLeaving = true;
  // other tabs may be refused by the server before they see that the stored session has been deleted
  localStorage.setItem(ENDED, keepsInput ? 'idle' : 'left');
  // The stored session is deleted even without a response: on a shared PC, staying signed in is the worse
  // failure.
  await signOut().catch(() => undefined);
  clearSession(keepsInput ? 'idle' : undefined);
  if (!keepsInput) removeAllInput();
  else if (keepsPage('idle')) {
    isLeaving = false;
    return;
  }
  location.replace('/');
}

/** Ends the session of this tab when it expires or when another tab signs out or in. */
export function watchSession() {
  if (isExternal()) return;
  addEventListener('storage', ({ key }) => {
    const isLimit = key === TEMPORARY || key === FACTOR_DUE;
    if (isLeaving || (key !== 'expires_at' && !isLimit && key !== null)) return;
    const now = findSession();
    if (!isLimit && now?.userID === shownUserID) return;
    const reason = (localStorage.getItem(ENDED) ?? 'left') as SessionEnd;
    if (!now && keepsPage(reason)) return;
    if (!now) sessionStorage.setItem(ENDED, reason);
    isLeaving = true;
    location.reload();
  });
  // After sleep, the timers of a laptop fire late.
  document.addEventListener('visibilitychange', () => shownUserID && !findSession() && endSession());
}

/** Starts showing the data of this user, until the session ends. */
export function enterSession(session: Session) {
  shownUserID = session.userID;
  removeInputOfOthers(session.userID);
  if (!isExternal()) waitForEnd();
}

function waitForEnd() {
  const session = findSession();
  if (!session) return endSession();
  window.setTimeout(waitForEnd, Math.min(session.expiresAt - Date.now(), LONGEST_WAIT_MS));
}
