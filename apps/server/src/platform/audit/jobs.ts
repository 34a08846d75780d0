import { job } from '../jobs/jobs.ts';

/** Runs every minute; no second attempt, since the next run adds what this one did not. */
export const chainAudit = job<Record<string, never>>('chain-audit', 1);
/** Runs every minute: signs the first head of a day, and exports the heads that are not exported yet. */
export const signAudit = job<Record<string, never>>('sign-audit', 1);
/** Runs every minute, with AUDIT_SYSLOG. */
export const forwardAudit = job<Record<string, never>>('forward-audit', 1);
