/*
 * A row belongs to one tab of the browser: two tabs with the same saved rows would send the same files twice. The
 * browser releases the locks of a tab that is closed or reloaded.
 */

const releases = new Map<string, () => void>();

const lockOf = (rowID: string) => `intake-row-${rowID}`;

/**
 * False if the row belongs to another tab. The Web Locks API exists on HTTPS pages and localhost only; elsewhere every
 * tab may claim the row, and the saved request ids let the server create the study once.
 */
export function claimRow(rowID: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks || releases.has(rowID)) return Promise.resolve(true);
  return new Promise((resolve) => {
    void locks.request(lockOf(rowID), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise<void>((release) => void releases.set(rowID, release));
    });
  });
}

export function releaseRow(rowID: string) {
  releases.get(rowID)?.();
  releases.delete(rowID);
}
