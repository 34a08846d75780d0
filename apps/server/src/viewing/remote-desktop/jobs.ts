import { job } from '../../platform/jobs/jobs.ts';

/**
 * Lasts as long as the desktop does. The second try is the one of a worker that takes over from a killed one: the
 * desktop died with that, and is only written off.
 */
export const runDesktop = job<{ uuid: string }>('run-desktop', 2);
