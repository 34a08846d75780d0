import type { Call } from '@snimok/api-client/call';
import { reportStep } from '@snimok/contract/reception/dicom-worklist';
import type { Ledger } from '../ledger/ledger.ts';
import { listUnreportedSteps, recordReported, removeOldSteps } from './step-ledger.ts';
import { isTemporary, isUnauthorized } from '../portal/connection.ts';
import type { Log } from '../program/log-file.ts';

const BATCH = 100;
const RETRY_MS = 15_000;
/** After this time no machine sends anything about an examination. */
const KEEP_MS = 90 * 24 * 60 * 60_000;

/**
 * Returns a function that reports changed steps to the portal. While the portal does not answer or this PC has no access, they
 * stay in the ledger and are reported later.
 */
export function createReportSteps(
  { ledger, call, log }: { ledger: Ledger; call: Call; log: Log },
  now: () => number = Date.now,
) {
  let retryAt = 0;
  return async function reportSteps(): Promise<void> {
    if (now() < retryAt) return;
    for (const step of listUnreportedSteps(ledger, BATCH)) {
      const { uid, facts } = step;
      try {
        const isOurs = facts.accessionNumbers.length > 0;
        const reported = isOurs ? await call(reportStep, { body: { stepUID: uid, ...facts } }) : null;
        log('step-reported', { uid, state: facts.status, bound: reported?.bound.length ?? 0 });
      } catch (problem) {
        if (isTemporary(problem) || isUnauthorized(problem)) {
          retryAt = now() + RETRY_MS;
          return log('step-not-reported', { uid });
        }
        // an older portal has no such endpoint, and a refusal does not change by repetition
        log('step-refused-by-portal', { uid, status: (problem as { status?: number }).status ?? null });
      }
      recordReported(ledger, step);
    }
    removeOldSteps(ledger, now() - KEEP_MS);
  };
}
