import { job } from '../../platform/jobs/jobs.ts';

/** Cuts the panorama of an object along its newest arch, or looks for one. A wish that was replaced does nothing. */
export const makePanoramaAgain = job<{ objectID: string; wishID: string }>('make-panorama', 6);
