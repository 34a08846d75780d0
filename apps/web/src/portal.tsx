import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { homeOf, routesOf } from './routes.tsx';
import { preloadOnHover } from './shared/preload-on-hover.ts';
import { queryClient } from './shared/query-client.ts';

/** Whoever has just signed in stays where she wanted to go, when that is hers; else she goes home. */
export function leadIn(role: string) {
  const home = homeOf(role);
  const path = location.pathname;
  if (home && !path.startsWith(home) && `${path}/` !== home) history.replaceState(null, '', '/');
}

/** Everything behind the sign-in. */
export function Portal({ role }: { role: string }) {
  const [router] = useState(() => {
    const routes = routesOf(role);
    preloadOnHover(routes);
    return createBrowserRouter(routes);
  });
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Notifications position="top-right" autoClose={3000} />
    </QueryClientProvider>
  );
}
