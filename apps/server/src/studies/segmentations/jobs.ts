import { job } from '../../platform/jobs/jobs.ts';

/** Makes the segmentation of an object; a second attempt follows a crash of the worker. */
export const segmentObject = job<{ objectID: string; runID: string }>('segment-object', 2);
