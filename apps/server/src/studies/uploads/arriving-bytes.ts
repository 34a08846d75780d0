import type { Context } from '../../platform/context.ts';
import { readPermission } from '../studies/downloads/url-permissions.ts';
import { publishUploadChange } from './upload-rows/publish-upload.ts';
import { ACTIVITY_MS, updateActivity } from './upload-rows/queries.ts';

/** Limit on the senders at the same time; beyond it, those that are silent are forgotten. */
const MAX_REMEMBERED = 1_000;

/**
 * Records that bytes of an upload arrive at this process, also in the middle of a large file, for which nothing is
 * registered meanwhile. The returned function is called for each piece of a body, and writes only now and then.
 */
export const recordArrivingBytes = ({ db, clock, log }: Context) => {
  const recordedAt = new Map<string, number>();

  const record = async (uploadUUID: string, now: Date): Promise<void> => {
    try {
      await db.transaction().execute(async (tx) => {
        if (await updateActivity(tx, uploadUUID, { now })) await publishUploadChange(tx, uploadUUID);
      });
    } catch (cause) {
      // a transfer outlives a restart of the database
      log.warn({ err: cause, uploadUUID }, 'could not record that bytes of an upload arrive');
    }
  };

  return (permission: string): void => {
    const now = clock.now();
    const isRecent = (at: number | undefined) => at !== undefined && now.getTime() - at < ACTIVITY_MS;
    if (isRecent(recordedAt.get(permission))) return;
    if (recordedAt.size >= MAX_REMEMBERED)
      for (const [one, at] of recordedAt) if (!isRecent(at)) recordedAt.delete(one);
    recordedAt.set(permission, now.getTime());
    const uploadUUID = readPermission(permission)?.uploadUUID;
    if (uploadUUID) void record(uploadUUID, now);
  };
};
