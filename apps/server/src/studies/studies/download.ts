import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors.ts';
import { after } from '../../platform/outside/clock.ts';
import { sentences } from '../../platform/sentences.ts';
import { downloadName } from './file-name.ts';
import { findObject } from '../objects/queries.ts';
import type { StudyRow } from './queries.ts';
import { downloadPermission } from './url-permissions.ts';

/** The id of the study's object; throws if the study cannot be downloaded at present. */
export const downloadableObject = ({ status, objectID }: StudyRow): string => {
  if (status === 'archived') throw conflict(sentences.studyArchived);
  if (status !== 'done' || objectID === null) throw conflict(sentences.studyNotDone);
  return objectID;
};

/** A presigned URL of the study's object, with the file name under which the browser saves it. */
export const presignDownload = async (
  { db, storage, clock, config }: Context,
  who: Actor,
  study: StudyRow,
  origin: string,
): Promise<{ presignedURL: string }> => {
  const { key, sizeBytes } = await findObject(db, downloadableObject(study));
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
