const RELOADED_AT = 'reloaded_for_new_version_at';
const ONCE_IN_MS = 60_000;

let foresights = 0;

/** What is fetched before anybody has asked for it: nobody's half-filled form is given up for that. */
export async function prefetch(load: () => Promise<unknown>): Promise<void> {
  foresights++;
  try {
    await load();
  } catch {
    // whoever does ask for it will be told
  } finally {
    foresights--;
  }
}

export function reloadOnNewVersion() {
  addEventListener('vite:preloadError', () => {
    if (foresights === 0) void reloadIfNew();
  });
}

/**
 * A page opened before an update asks for parts that are no longer there; one reload brings the new ones. A part may be
 * missing for a moment of a bad line as well: then a reload would only take away what is on the screen.
 */
export async function reloadIfNew() {
  const before = Number(sessionStorage.getItem(RELOADED_AT));
  if (Date.now() - before < ONCE_IN_MS) return;
  const scripts = [...document.querySelectorAll('script[type=module][src]')];
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined);
  if (!answer?.ok) return;
  const page = await answer.text();
  if (scripts.every((script) => page.includes(script.getAttribute('src') ?? ''))) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
