import { rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Ledger } from '../ledger/ledger.ts';
import { listDeliveredFiles, recordRemoval } from '../ledger/files.ts';
import type { Store } from '../machines/store.ts';

const DAY_MS = 24 * 60 * 60_000;
const EVERY_MS = 60 * 60_000;

/**
 * Returns a function that, at most once an hour, removes received files whose study has been in the portal, or
 * rejected by a person, for `keepDays`. The ledger keeps their records.
 */
export function createCopyRemoval(
  ledger: Ledger,
  { received, unlisted }: Pick<Store, 'received' | 'unlisted'>,
  keepDays: number,
  now: () => number = Date.now,
) {
  let next = 0;
  return async function removeCopies(): Promise<void> {
    if (now() < next) return;
    next = now() + EVERY_MS;
    for (const path of listDeliveredFiles(ledger, now() - keepDays * DAY_MS)) {
      await rm(path, { force: true });
      // removes the empty folders of the study and of an unlisted sender; a folder with other files stays
      for (const folder of [dirname(path), dirname(dirname(path))]) {
        if (folder !== received && folder !== unlisted) await rmdir(folder).catch(() => undefined);
      }
      recordRemoval(ledger, path);
    }
  };
}
