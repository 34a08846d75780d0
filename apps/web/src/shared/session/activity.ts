/** Key in the browser's storage, which all tabs share: input in one tab counts as activity in all of them. */
const KEY = 'active_at';
const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;
const WRITTEN_EVERY_MS = 5_000;

/** Milliseconds of the epoch; 0 if unknown. */
export const lastActivity = (): number => Number(localStorage.getItem(KEY)) || 0;

export const recordActivity = () => localStorage.setItem(KEY, String(Date.now()));

/** Records what the user does in this window. Returns a function that ends it. */
export function watchActivity() {
  let writtenAt = 0;
  const record = () => {
    if (Date.now() - writtenAt < WRITTEN_EVERY_MS) return;
    writtenAt = Date.now();
    recordActivity();
  };
  const options = { capture: true, passive: true };
  for (const event of EVENTS) window.addEventListener(event, record, options);
  return () => EVENTS.forEach((event) => window.removeEventListener(event, record, options));
}
