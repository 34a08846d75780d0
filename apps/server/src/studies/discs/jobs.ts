import { job } from '../../platform/jobs/jobs.ts';

/** A disc is made by one run; a newer request gives the row another run. */
export interface Run {
  studyID: number;
  objectID: string;
  runID: string;
}

/** Makes the ZIP for a disc; further attempts follow a crash of the worker, or a lack of space. */
export const makeDisc = job<Run>('make-disc', 3);

export const discJobKey = (studyID: number): string => `make-disc:${studyID}`;
