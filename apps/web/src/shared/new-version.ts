const RELOADED_AT = 'reloaded_for_new_version_at';
const ONCE_IN_MS = 60_000;

/** A page opened before an update asks for parts that are no longer there. One reload brings the new ones. */
export function reloadForNewVersion() {
  addEventListener('vite:preloadError', (event) => {
    const before = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - before < ONCE_IN_MS) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
}
