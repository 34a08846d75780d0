/** The viewer's code is loaded only when it is needed. */
export const loadViewer = () => import('@snimok/viewer/viewer');

/** Loads the viewer's code in advance when the browser is idle, unless the user saves data. */
export function prefetchViewer(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const load = () =>
    void Promise.all([loadViewer(), import('@snimok/viewer/prefetch')]).catch(() => undefined);
  // Safari has no requestIdleCallback
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 10_000 });
  else setTimeout(load, 3000);
}
