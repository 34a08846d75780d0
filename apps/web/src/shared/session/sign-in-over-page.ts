import { clearSession, enterSession, keepPageWith, type Session, type SessionEnd } from './session.ts';

/** Asks for a new sign-in over the page; resolves when the same person has signed in. */
type AskToSignIn = () => Promise<Session>;

let ask: AskToSignIn | undefined;
let keepers = 0;
let signingIn: Promise<void> | undefined;
const resumed = new Set<() => void>();

/** The portal registers its dialog; returns the function that removes it. */
export function askToSignInWith(dialog: AskToSignIn): () => void {
  ask = dialog;
  keepPageWith(signInOverPage);
  return () => {
    ask = undefined;
  };
}

/** Until the returned function is called, the page stays when the session ends, and the person signs in over it. */
export function keepPageAtEnd(): () => void {
  keepers += 1;
  return () => {
    keepers -= 1;
  };
}

/** Resolves at once unless the person is being asked to sign in over the page. */
export const untilSignedIn = () => signingIn ?? Promise.resolve();

/** Calls the listener after a sign-in over the page. */
export function onSignedInAgain(listener: () => void): () => void {
  resumed.add(listener);
  return () => void resumed.delete(listener);
}

/** Asks once, even if several calls fail with 401 together. A user who has signed out herself gets the sign-in page instead. */
function signInOverPage(reason: SessionEnd): boolean {
  if (signingIn) return true;
  if (!ask || keepers === 0 || reason === 'left') return false;
  clearSession(reason);
  signingIn = ask().then((session) => {
    signingIn = undefined;
    enterSession(session);
    for (const listener of resumed) listener();
  });
  return true;
}
