import { lazy, Suspense, useEffect, useState } from 'react';
import { queryClient } from '../../shared/calls/query-client.ts';
import type { Session } from '../../shared/session/session.ts';
import { askToSignInWith, onSignedInAgain } from '../../shared/session/sign-in-over-page.ts';

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'));

/** Shows the dialog when the session ends while the page must stay. */
export function SignInOverPage() {
  const [onSignedIn, setOnSignedIn] = useState<(session: Session) => void>();
  useEffect(() => askToSignInWith(() => new Promise((resolve) => setOnSignedIn(() => resolve))), []);
  // repeats the requests that were refused meanwhile
  useEffect(() => onSignedInAgain(() => void queryClient.invalidateQueries()), []);
  if (!onSignedIn) return null;
  return (
    <Suspense>
      <SignInDialog
        onSignedIn={(session) => {
          setOnSignedIn(undefined);
          onSignedIn(session);
        }}
      />
    </Suspense>
  );
}
