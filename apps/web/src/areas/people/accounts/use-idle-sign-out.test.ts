import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endOfSession, findSession, saveSession, type Session } from '../../../shared/session/session.ts';
import { askToSignInWith, keepPageAtEnd } from '../../../shared/session/sign-in-over-page.ts';
import { signOutWhenIdle } from './use-idle-sign-out.ts';

const IDLE_S = 60;
const ANSWER = {
  user_id: 1,
  user_role: 'doctor',
  expires_in: 36_000,
  realtime_token: '',
  password_is_temporary: false,
  second_factor_required: false,
};

const fakeStorage = () => {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    key: (at: number) => [...values.keys()][at] ?? null,
    get length() {
      return values.size;
    },
  };
};

const signIn = () => saveSession(ANSWER as Parameters<typeof saveSession>[0]);

const signOuts = vi.fn(async () => new Response(null, { status: 204 }));
const replace = vi.fn();
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('sessionStorage', fakeStorage());
  vi.stubGlobal('indexedDB', {});
  vi.stubGlobal('location', { pathname: '/doctor-area/', replace });
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('fetch', signOuts);
  signIn();
  localStorage.setItem('active_at', String(Date.now()));
  stop = signOutWhenIdle(IDLE_S, () => false);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const wait = () => vi.advanceTimersByTimeAsync((IDLE_S + 2) * 1000);

test('an idle user is signed out on the server and sees the sign-in page', async () => {
  await wait();
  expect(signOuts).toHaveBeenCalledOnce();
  expect(replace).toHaveBeenCalledWith('/');
  expect([findSession(), endOfSession()]).toEqual([undefined, 'idle']);
});

test('an idle user of the viewer signs in above it, and is signed out again after the next idle period', async () => {
  const signedIn: ((session: Session) => void)[] = [];
  const removeDialog = askToSignInWith(() => new Promise((resolve) => signedIn.push(resolve)));
  const closeViewer = keepPageAtEnd();
  await wait();
  expect(signOuts).toHaveBeenCalledOnce();
  expect([findSession(), endOfSession()]).toEqual([undefined, 'idle']);
  expect(signedIn).toHaveLength(1);

  await wait();
  expect(signOuts).toHaveBeenCalledOnce();
  localStorage.setItem('active_at', String(Date.now()));
  signedIn[0]!(signIn());
  await wait();
  expect(signOuts).toHaveBeenCalledTimes(2);
  expect(signedIn).toHaveLength(2);
  expect(replace).not.toHaveBeenCalled();

  signedIn[1]!(signIn());
  await vi.advanceTimersByTimeAsync(0);
  closeViewer();
  removeDialog();
});
