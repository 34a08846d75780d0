import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors.ts';
import { after } from '../../platform/outside/clock.ts';
import { sentences } from '../../platform/sentences.ts';
import { downloadName } from './file-name.ts';
import { findObject } from '../objects/queries.ts';
import type { StudyRow } from './queries.ts';
import { downloadPermission } from './url-permissions.ts';

/** A presigned URL of the study's object, with the file name under which the browser saves it. */
export const presignDownload = async (
  { db, storage, clock, config }: Context,
  who: Actor,
  study: StudyRow,
  origin: string,
): Promise<{ presignedURL: string }> => {
  if (study.status === 'archived') throw conflict(sentences.studyArchived);
  if (study.status !== 'done' || study.objectID === null) throw conflict(sentences.studyNotDone);
  const { key, sizeBytes } = await findObject(db, study.objectID);
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
