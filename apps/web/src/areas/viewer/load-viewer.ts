/** The viewer's code is fetched when it is opened, or a little before. */
export const loadViewer = () => import('@snimok/viewer/viewer.tsx');

/** As soon as the browser has nothing better to do; not on a line that is metered. */
export function prefetchViewer(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const fetch = () =>
    void Promise.all([loadViewer(), import('@snimok/viewer/volume/prefetch')]).catch(() => undefined);
  // Safari has no idle callbacks
  if ('requestIdleCallback' in window) requestIdleCallback(fetch, { timeout: 10_000 });
  else setTimeout(fetch, 3000);
}
