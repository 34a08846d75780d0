import type { Context } from '../../platform/context.ts';
import { publishUploadChange } from '../uploads/upload-rows/publish-upload.ts';
import { endUpload, listAbandonedUploads } from '../uploads/upload-rows/run-queries.ts';
import { sentences } from './sentences.ts';

/** Ends each upload whose processing job no longer exists or has used up its attempts, with an error for the user. */
export const endAbandonedUploads = async ({ db, clock, log }: Context): Promise<void> => {
  for (const { uuid } of await listAbandonedUploads(db)) {
    const end = { error: sentences.processingFailed, processedAt: clock.now() };
    const ended = await db.transaction().execute(async (tx) => {
      const isEnded = await endUpload(tx, uuid, null, end);
      if (isEnded) await publishUploadChange(tx, uuid);
      return isEnded;
    });
    if (ended) log.error({ uploadUUID: uuid }, 'an abandoned upload was ended with an error');
  }
};
