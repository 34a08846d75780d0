import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** The token in the URL's fragment, which browsers do not send. It changes when another link is pasted. */
export const useFragment = () => useSyncExternalStore(subscribe, () => location.hash.slice(1));
