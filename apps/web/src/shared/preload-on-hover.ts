import { matchRoutes, type RouteObject } from 'react-router';
import { prefetch } from './new-version.ts';

/** A pointer rests on a link for a tenth of a second before it clicks: time enough to fetch the page's code. */
export function preloadOnHover(routes: RouteObject[]) {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin !== location.origin) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      if (typeof route.lazy === 'function') void prefetch(route.lazy);
    }
  };
  addEventListener('pointerover', preload, { passive: true });
  addEventListener('focusin', preload);
}
