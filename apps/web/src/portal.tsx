import { SignedInFrame } from './areas/frame/layout/signed-in-frame.tsx';
import { useEffect, useState } from 'react';
import { createBrowserRouter } from 'react-router';
import { SignInOverPage } from './pages/signed-out/sign-in-over-page.tsx';
import { homeOf, routesOf } from './routes.tsx';
import { preloadOnHover } from './shared/navigation/preload-on-hover.ts';
import { queryClient } from './shared/calls/query-client.ts';
import { refreshOnEvents } from './shared/realtime/refresh.ts';
import { findSession } from './shared/session/session.ts';

export { openUserStorage } from './shared/storage/user-storage.ts';

/**
 * Called just after sign-in: replaces a URL outside the role's own area by `/`, which leads to the start page
 * of the role.
 */
export function leaveForeignArea(role: string) {
  const home = homeOf(role);
  const path = location.pathname;
  if (home && !path.startsWith(home) && `${path}/` !== home) history.replaceState(null, '', '/');
}

/** Runs after the first render, because no page waits for the realtime connection. */
async function connectRealtime() {
  const { connect } = await import('./shared/realtime/connect.ts');
  const session = findSession();
  if (!session) return;
  refreshOnEvents(queryClient);
  connect(session);
}
/** No page waits for this either. After a failure, it is tried again when the portal is opened next. */
async function renewDevice() {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const { renewPush } = await import('./shared/push/renew-push.ts');
  await renewPush().catch(() => undefined);
}
/** One connection per tab, even if React mounts the portal again. */
let connecting: Promise<void> | undefined;

/** The application for signed-in users. */
export function Portal({ role }: { role: string }) {
  const [router] = useState(() => {
    const routes = routesOf(role);
    preloadOnHover(routes);
    return createBrowserRouter(routes);
  });
  useEffect(() => {
    connecting ??= connectRealtime().then(renewDevice);
  }, []);
  return (
    <>
      <SignedInFrame router={router} />
      <SignInOverPage />
    </>
  );
}
