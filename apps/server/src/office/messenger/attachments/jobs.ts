import { job } from '../../../platform/jobs/jobs.ts';

/** Deletes an attachment to which no message refers. */
export const discardAttachment = job<{ attachmentUUID: string }>('discard-attachment', 12);
