const RELOADED_AT = 'reloaded_for_new_version_at';
const MIN_INTERVAL_MS = 60_000;

let prefetches = 0;

/** Loads code in advance. A failure never reloads the page, which would discard a half-filled form. */
export async function prefetch(load: () => Promise<unknown>): Promise<void> {
  prefetches++;
  try {
    await load();
  } catch {
    // the navigation that needs this code will load it again and report the failure
  } finally {
    prefetches--;
  }
}

export function reloadOnNewVersion() {
  addEventListener('vite:preloadError', () => {
    if (prefetches === 0) void reloadIfNew();
  });
}

/** The page as the server has it now; undefined without an answer. */
const fetchPage = () => fetch('/', { cache: 'no-store' }).catch(() => undefined);

/**
 * Reloads the page if the server can deliver it, and resolves with whether it can. A page that is reloaded without a network
 * is replaced by the browser's error page, which does not come back by itself.
 */
export async function reloadIfReachable(): Promise<boolean> {
  const answer = await fetchPage();
  if (answer?.ok) location.reload();
  return answer?.ok === true;
}

/**
 * Reloads the page, at most once a minute, if the server has another version: a page opened before an update
 * requests chunks that no longer exist. A chunk can also fail to load on a bad connection; then a reload
 * would only lose input.
 */
export async function reloadIfNew() {
  const before = Number(sessionStorage.getItem(RELOADED_AT));
  if (Date.now() - before < MIN_INTERVAL_MS) return;
  const scripts = [...document.querySelectorAll('script[type=module][src]')];
  const answer = await fetchPage();
  if (!answer?.ok) return;
  const page = await answer.text();
  if (scripts.every((script) => page.includes(script.getAttribute('src') ?? ''))) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
