import { job } from '../jobs/jobs.ts';

/** Every minute; what is not linked by a run is linked by the next. */
export const chainAudit = job<Record<string, never>>('chain-audit', 1);
