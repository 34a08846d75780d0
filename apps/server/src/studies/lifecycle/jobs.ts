import { job } from '../../platform/jobs/jobs.ts';

/** Archives what has grown old and empties the bin. */
export const maintainStudies = job<Record<string, never>>('look-after-studies', 1);

/** Asks for the looks of the coming minute. */
export const planMaintenance = job<Record<string, never>>('plan-looks', 1);
