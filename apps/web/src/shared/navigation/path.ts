import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
};

/** The path of the signed-out pages, which work without the router. */
export const usePath = () => useSyncExternalStore(subscribe, () => location.pathname);

/** The same as `SSO_RETURN_PATH` of the contract, which would load its schemas. */
export const PROVIDER_RETURN = '/sso';

export function goTo(path: string) {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}
