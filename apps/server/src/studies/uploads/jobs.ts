import type { MultipartReference } from '../../platform/outside/storage/parts.ts';
import { job } from '../../platform/jobs/jobs.ts';

/**
 * Invalid files end the processing at the first attempt, with a sentence for the user. The other attempts are for a
 * full disk, an unavailable store or a killed process.
 */
export const processUpload = job<{ uploadUUID: string }>('process-upload', 6);

/** Examines the bundles that have arrived while others are being sent; processing examines what it has not. */
export const examineBundles = job<{ uploadUUID: string }>('examine-bundles', 1);

/** Removes the sent files after the study's object contains them. */
export const discardUpload = job<{ uploadUUID: string }>('discard-upload', 12);

/** Removes the parts of files that were replaced or left out before their parts were joined. */
export const discardParts = job<{ parts: MultipartReference[] }>('discard-parts', 12);
