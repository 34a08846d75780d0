import type { SignedIn } from '@snimok/contract/people/auth';
import { lazy, Suspense, useEffect } from 'react';
import type { z } from 'zod';
import { NotFoundScreen } from './areas/frame/layout/not-found-screen.tsx';
import { ForgotPasswordPage } from './pages/signed-out/forgot-password-page.tsx';
import { SignInPage } from './pages/signed-out/sign-in-page.tsx';
import { PROVIDER_RETURN, usePath } from './shared/navigation/path.ts';

/** Loaded only by recipients of external shares, so that the sign-in page stays small. */
const external: Record<string, ReturnType<typeof lazy>> = {
  study: lazy(() => import('./pages/external/study-page.tsx')),
};
/** Opened from the links in letters, or typed from a patient's sheet, with or without a session. */
const visitors: Record<string, ReturnType<typeof lazy>> = {
  visit: lazy(() => import('./pages/external/visit-page.tsx')),
  snimok: lazy(() => import('./pages/external/code-page.tsx')),
};
const InvitationPage = lazy(() => import('./pages/signed-out/invitation-page.tsx'));
const ResetPasswordPage = lazy(() => import('./pages/signed-out/reset-password-page.tsx'));

/** Opened by the identity provider of the centre, for employees. */
const SSOPage = lazy(() => import('./pages/signed-out/sso-page.tsx'));

export type SignedInHandler = (answer: z.output<typeof SignedIn>) => Promise<void>;

interface SignedOutProps {
  onSignedIn: SignedInHandler;
  /** called one second after the first render, to prefetch the portal */
  onReady: () => void;
}

/** The pages of a visitor without a session. Four URL patterns do not justify a router of forty kilobytes. */
export function SignedOut({ onSignedIn, onReady }: SignedOutProps) {
  const path = usePath();
  const parts = path.split('/').filter(Boolean);
  const externalPage = externalPageOf(parts);
  const isExternal = externalPage !== undefined;
  useEffect(() => {
    if (isExternal) return;
    const timer = window.setTimeout(onReady, 1000);
    return () => window.clearTimeout(timer);
  }, [onReady, isExternal]);
  if (path === PROVIDER_RETURN)
    return (
      <Suspense>
        <SSOPage onSignedIn={onSignedIn} />
      </Suspense>
    );
  return (
    <Suspense>{externalPage ?? accountPageOf(parts) ?? <SignInPage onSignedIn={onSignedIn} />}</Suspense>
  );
}

/** The page of a URL that is given to persons without an account; undefined for other URLs. */
function externalPageOf([first = '', second = '', ...others]: string[]) {
  if (first === 'external-area') {
    const Page = others.length === 0 ? external[second] : undefined;
    return Page ? <Page /> : <NotFoundScreen />;
  }
  const VisitorPage = second ? undefined : visitors[first];
  return VisitorPage && <VisitorPage />;
}

/** The page on which an account is begun or recovered; undefined for other URLs. */
function accountPageOf([first, second, ...others]: string[]) {
  if (first === 'invitation' && !second) return <InvitationPage />;
  if (first !== 'forgot-password') return undefined;
  if (!second) return <ForgotPasswordPage />;
  return others.length === 0 ? <ResetPasswordPage token={decode(second)} /> : undefined;
}

/** A link damaged by a mail program still opens the page, which then reports that the link is invalid. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
