const importViewer = () => import('@snimok/viewer/viewer');
type Viewer = Awaited<ReturnType<typeof importViewer>>['default'];

let loaded: Viewer | undefined;

/** The viewer's code is loaded only when it is needed. */
export const loadViewer = async (): Promise<Viewer> => {
  loaded = (await importViewer()).default;
  return loaded;
};

/** The viewer if its code has been loaded already. */
export const loadedViewer = (): Viewer | undefined => loaded;

/** Loads the code when a click is likely. A failure needs no message here: the click loads it again and shows what fails. */
export const preloadViewer = (): void => void loadViewer().catch(() => undefined);

/** Loads the viewer's code in advance when the browser is idle, unless the user saves data. */
export function prefetchViewer(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  // as above, the click loads again what could not be loaded
  const load = () =>
    void Promise.all([loadViewer(), import('@snimok/viewer/volume/loading/prefetch')]).catch(() => undefined);
  // Safari has no requestIdleCallback
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 10_000 });
  else setTimeout(load, 3000);
}
