import { useSyncExternalStore } from 'react';

const listen = (changed: () => void) => {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
};

/** Where one is while signed out; the router comes with the portal only. */
export const usePath = () => useSyncExternalStore(listen, () => location.pathname);

export function goTo(path: string) {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}
