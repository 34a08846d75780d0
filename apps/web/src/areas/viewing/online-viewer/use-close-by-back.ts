import { useEffect, useEffectEvent } from 'react';
import { newUUID } from '../../../shared/calls/uuid.ts';

const openIn = (state: unknown) => (state as { openUUID?: string } | null)?.openUUID;

/** The router stores the scroll position of an entry, and restores it on events that it sees. */
const hideFromRouter = (event: PopStateEvent) => event.stopImmediatePropagation();

/**
 * Lets «Назад» close what covers the page, so that the page keeps its scroll position, filter and input. The cover has
 * a history entry of its own, with the URL and router state of the page. This entry is removed when the cover is closed
 * otherwise.
 */
export function useCloseByBack(isOpen: boolean, onClose: () => void): void {
  const onBack = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const openUUID = newUUID();
    const page = location.href;
    history.pushState({ ...history.state, openUUID }, '');
    const closeOnBack = (event: PopStateEvent) => {
      // several entries back is another page, which the router shows
      if (location.href !== page || openIn(event.state) === openUUID) return;
      hideFromRouter(event);
      onBack();
    };
    addEventListener('popstate', closeOnBack, { capture: true });
    return () => {
      removeEventListener('popstate', closeOnBack, { capture: true });
      if (openIn(history.state) !== openUUID) return;
      addEventListener('popstate', hideFromRouter, { capture: true, once: true });
      history.back();
    };
  }, [isOpen]);
}
