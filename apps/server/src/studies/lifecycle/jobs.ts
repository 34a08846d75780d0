import { job } from '../../platform/jobs/jobs.ts';

/** Archives aged studies and purges the bin. */
export const maintainStudies = job<Record<string, never>>('look-after-studies', 1);

/** Enqueues the maintenance runs of the next minute. */
export const planMaintenance = job<Record<string, never>>('plan-looks', 1);
