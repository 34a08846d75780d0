import type { PartsName } from '../../platform/outside/storage/parts.ts';
import { job } from '../../platform/jobs/jobs.ts';

/** Bad files fail at once and in words; the tries are for what is not their fault: a full disk, a lost store, a kill. */
export const processUpload = job<{ uploadUUID: string }>('process-upload', 6);

/** Removes what was sent, once the study's object holds it. */
export const discardUpload = job<{ uploadUUID: string }>('discard-upload', 12);

/** Frees parts of files that were replaced or left out before they were whole. */
export const discardParts = job<{ parts: PartsName[] }>('discard-parts', 12);
