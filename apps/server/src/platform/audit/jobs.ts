import { job } from '../jobs/jobs.ts';

/** Runs every minute; no second attempt, since the next run adds what this one did not. */
export const chainAudit = job<Record<string, never>>('chain-audit', 1);
