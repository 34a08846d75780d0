import type { QueuedJob } from '../../../platform/jobs/jobs.ts';

/**
 * Invalid files end the processing at the first attempt, with a sentence for the user. The other attempts are for a
 * full disk, an unavailable store or a killed process. Run by processing/.
 */
export const processUpload: QueuedJob<'process-upload', { uploadUUID: string }> = {
  name: 'process-upload',
  attempts: 6,
};

/** Examines the bundles that have arrived while others are being sent; processing examines the rest. */
export const examineBundles: QueuedJob<'examine-bundles', { uploadUUID: string }> = {
  name: 'examine-bundles',
  attempts: 1,
};
