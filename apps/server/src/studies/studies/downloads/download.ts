import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { downloadName } from './file-name.ts';
import { findObject } from '../../objects/queries.ts';
import type { StudyRow } from '../study-rows/queries.ts';
import { openObject } from '../study-rows/study-state.ts';
import { downloadPermission } from './url-permissions.ts';

/** A presigned URL of the study's object, with the file name under which the browser saves it. */
export const presignDownload = async (
  { db, storage, clock, config }: Context,
  who: Actor,
  study: StudyRow,
  origin: string,
): Promise<{ presignedURL: string }> => {
  const { key, sizeBytes } = await findObject(db, openObject(study));
  const presignedURL = await storage.presign({
    method: 'GET',
    key,
    sizeBytes,
    filename: downloadName(study, config.timeZone),
    expiresAt: after(clock.now(), config.presignedURLMaxAgeMs),
    ...downloadPermission(who, study.id),
    origin,
  });
  return { presignedURL };
};
