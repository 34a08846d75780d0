import { job } from '../../platform/jobs/jobs.ts';

/**
 * Runs as long as the desktop. A second attempt happens only after a worker was killed: the desktop ended with that
 * worker, so the attempt only marks it as failed.
 */
export const runDesktop = job<{ uuid: string }>('run-desktop', 2);
