import { isExternal } from '../session/session.ts';

/**
 * Registers the service worker after the page has loaded, so that it does not compete with the first screen. Pages for
 * recipients of links do not need it.
 */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || isExternal()) return;
  holdVersion();
  const register = () =>
    navigator.serviceWorker
      .register('/service-worker.js', { updateViaCache: 'none' })
      // the page works without it if the browser's settings refuse it, or while another version is being installed
      .catch(() => undefined);
  if (document.readyState === 'complete') void register();
  else addEventListener('load', register, { once: true });
}

/** The worker keeps the files of a version while a page holds the lock with its name. */
function holdVersion() {
  const version = /\/entrance-([\w-]+)\.js/.exec(import.meta.url)?.[1];
  const untilClosed = new Promise<never>(() => undefined);
  if (version) void navigator.locks?.request(`assets-${version}`, { mode: 'shared' }, () => untilClosed);
}
