import type { Actor } from '../../platform/access/actor.ts';
import { accountOf } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { programStillGranted } from '../../people/program-access/caller.ts';
import { conflict } from '../../platform/errors.ts';
import { after } from '../../platform/outside/clock.ts';
import { sentences } from '../../platform/sentences.ts';
import { downloadName } from './file-name.ts';
import { findObject } from '../objects/queries.ts';
import { isAvailableTo, isUploading, type StudyRow } from './queries.ts';

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
    grant: downloadGrant(who, study.id),
    origin,
  });
  return { presignedURL };
};

/** `doctor:5:study:9`: names the permission behind a URL, so that the URL stops working when the permission ends. */
const downloadGrant = (who: Actor, studyID: number) =>
  `${who.kind}:${who.kind === 'share' ? who.shareUUID : accountOf(who)}:study:${studyID}`;

/** Whether the permission behind a presigned URL, of a download or an upload, still exists. */
export const isGrantValid = async (context: Context, grant: string): Promise<boolean> => {
  const { db } = context;
  const [, uploadUUID, appGrantID] = /^upload:([0-9a-f-]{36})(?::desktop:(\d+))?$/.exec(grant) ?? [];
  if (uploadUUID) {
    if (appGrantID && !(await programStillGranted(context, Number(appGrantID)))) return false;
    return isUploading(db, uploadUUID);
  }
  const [, kind, account, studyID] = /^(assistant|doctor):(\d+):study:(\d+)$/.exec(grant) ?? [];
  if (!kind) return false;
  const accountID = Number(account);
  const active = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountID)
    .where('role', '=', kind)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  if (!active) return false;
  const who: Actor =
    kind === 'assistant' ? { kind, accountID } : { kind: 'doctor', accountID, flags: new Set() };
  return isAvailableTo(db, who, Number(studyID));
};
