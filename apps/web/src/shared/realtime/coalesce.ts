/** Events within this time cause one request. */
const WINDOW_MS = 250;
/**
 * Random delay that is added: an event reaches every client at once, and their requests must not arrive
 * together.
 */
const JITTER_MS = 750;

/** Returns a function that schedules `request` once, within `WINDOW_MS` plus a random part of `jitterMs`. */
export function coalesce(request: () => void, jitterMs = JITTER_MS): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        request();
      },
      WINDOW_MS + Math.random() * jitterMs,
    );
  };
}

/** The same, but a hidden tab sends the request when it becomes visible. */
export function coalesceWhileVisible(request: () => void, jitterMs = JITTER_MS): () => void {
  const schedule = coalesce(() => {
    if (!document.hidden) return request();
    // adding the same listener again has no effect
    document.addEventListener('visibilitychange', schedule, { once: true });
  }, jitterMs);
  return schedule;
}
