import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { createFrame } from '../areas/frame/layout/frame.tsx';
import { openUserStorage } from '../shared/storage/user-storage.ts';
import { SignedInFrame } from '../areas/frame/layout/signed-in-frame.tsx';

/** The URL of the test runner's own page. */
const start = location.href;
const shown: { remove: () => void }[] = [];

/** Shows a page of a visitor without a session. */
export function show(children: ReactNode) {
  const element = document.body.appendChild(document.createElement('div'));
  const frame = createFrame(element);
  const remove = () => {
    frame.remove();
    element.remove();
  };
  shown.push({ remove });
  frame.show(children);
  return { remove };
}

/** Shows these routes at a URL, as to a signed-in user. */
export function showRoutes(routes: RouteObject[], path: string) {
  history.pushState(null, '', path);
  openUserStorage(1);
  const router = createBrowserRouter(routes);
  shown.push({ remove: () => router.dispose() });
  show(<SignedInFrame router={router} />);
  return router;
}

/** Shows a part of a page, as to a signed-in user. */
export const showSignedIn = (element: ReactNode, path = '/') => showRoutes([{ path: '*', element }], path);

/** Removes what the test has shown. */
export function removeAll() {
  notifications.clean();
  for (const { remove } of shown.splice(0).toReversed()) remove();
  // Mantine keeps the element of its dialogs for the next test, where it would lie below the page
  document.querySelector('[data-mantine-shared-portal-node]')?.remove();
  history.replaceState(null, '', start);
}
