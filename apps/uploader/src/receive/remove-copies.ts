import { rm } from 'node:fs/promises';
import type { Ledger } from '../ledger/ledger.ts';
import { listDeliveredFiles, recordRemoval } from '../ledger/files.ts';

const DAY_MS = 24 * 60 * 60_000;
const EVERY_MS = 60 * 60_000;

/**
 * Returns a function that, at most once an hour, removes received files whose study has been in the portal for
 * `keepDays`. The ledger keeps their records.
 */
export function createCopyRemoval(ledger: Ledger, keepDays: number, now: () => number = Date.now) {
  let next = 0;
  return async function removeCopies(): Promise<void> {
    if (now() < next) return;
    next = now() + EVERY_MS;
    for (const path of listDeliveredFiles(ledger, now() - keepDays * DAY_MS)) {
      await rm(path, { force: true });
      recordRemoval(ledger, path);
    }
  };
}
