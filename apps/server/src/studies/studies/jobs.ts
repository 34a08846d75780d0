import { job } from '../../platform/jobs/jobs.ts';

/** Keeps the cursors of the list of all studies few and evenly spaced; run by cursors.ts. */
export const maintainListCursors = job<Record<string, never>>('tend-list-marks', 1);
