import { job } from '../../platform/jobs/jobs.ts';

/** `wishID` identifies the request; the job does nothing if a newer request has replaced it. */
export const remakePanorama = job<{ objectID: string; wishID: string }>('make-panorama', 6);
