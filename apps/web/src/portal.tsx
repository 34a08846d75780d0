import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { homeOf, routesOf } from './routes.tsx';
import { preloadOnHover } from './shared/preload-on-hover.ts';
import { queryClient } from './shared/query-client.ts';
import { refreshOnEvents } from './shared/realtime/refresh.ts';
import { findSession } from './shared/session.ts';

/** Whoever has just signed in stays where she wanted to go, when that is hers; else she goes home. */
export function leaveForeignArea(role: string) {
  const home = homeOf(role);
  const path = location.pathname;
  if (home && !path.startsWith(home) && `${path}/` !== home) history.replaceState(null, '', '/');
}

/** After the page is there: nothing on it waits for the connection. */
async function listen() {
  const { connect } = await import('./shared/realtime/connect.ts');
  const session = findSession();
  if (!session) return;
  refreshOnEvents(queryClient);
  connect(session);
}
/** One connection a tab, however often React begins anew. */
let listening: Promise<void> | undefined;

/** Everything behind the sign-in. */
export function Portal({ role }: { role: string }) {
  const [router] = useState(() => {
    const routes = routesOf(role);
    preloadOnHover(routes);
    return createBrowserRouter(routes);
  });
  useEffect(() => {
    listening ??= listen();
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Notifications position="top-right" autoClose={3000} />
    </QueryClientProvider>
  );
}
