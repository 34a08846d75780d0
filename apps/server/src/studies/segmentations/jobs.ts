import { job } from '../../platform/jobs/jobs.ts';
import type { Run } from './queries.ts';

/** Makes the segmentation of an object; a second attempt follows a crash of the worker. */
export const segmentObject = job<{ objectID: string; runID: string }>('segment-object', 2);

export const segmentKey = ({ objectID, runID }: Run) => `segmentations/${objectID}.${runID}`;
