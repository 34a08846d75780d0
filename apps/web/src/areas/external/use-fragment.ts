import { useSyncExternalStore } from 'react';

const listen = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** The secret of the link, which browsers keep to themselves. Another link pasted over this one changes it. */
export const useFragment = () => useSyncExternalStore(listen, () => location.hash.slice(1));
