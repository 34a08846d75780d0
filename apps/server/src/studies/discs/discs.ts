import { hash } from 'node:crypto';
import type { Disc } from '@snimok/contract/studies/discs';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { enqueue, jobKey } from '../../platform/jobs/jobs.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { enqueueRemoval } from '../objects/jobs.ts';
import { putRun } from '../objects/runs.ts';
import { folderName } from '../studies/downloads/file-name.ts';
import { presentExaminedAt } from '../studies/study-rows/examined-at.ts';
import type { StudyRow } from '../studies/study-rows/queries.ts';
import { openObject } from '../studies/study-rows/study-state.ts';
import { downloadPermission } from '../studies/downloads/url-permissions.ts';
import { makeDisc } from './make-disc.ts';
import { deleteOldDiscs, type DiscRow, findDisc, findPatientFacts, listCentres } from './queries.ts';
import { sentences } from './sentences.ts';

/** Short, because a disc is as large as the study and can be made again in seconds. */
const KEPT_MS = DAY_MS;

type DiscState = z.output<typeof Disc>;

const NONE: DiscState = { status: 'none', progress: null, reason: null, presignedURL: null, sizeBytes: null };

/** What the content of a disc depends on; `subject` is a hash of the facts on its page. */
interface Wanted {
  objectID: string;
  subject: string;
}

const wantedOf = async ({ db }: Context, study: StudyRow): Promise<Wanted> => {
  const objectID = openObject(study);
  const { name, birthday } = await findPatientFacts(db, study.patientID);
  const facts = [
    name,
    birthday,
    study.type,
    study.createdAt,
    presentExaminedAt(study),
    await listCentres(db),
  ];
  return { objectID, subject: hash('sha256', JSON.stringify(facts)) };
};

const isOf = (row: DiscRow, { objectID, subject }: Wanted) =>
  row.objectID === objectID && row.subject === subject;

/** Queues the making of a study's disc, unless the disc is ready or being made. */
export const requestDiscOf = async (context: Context, study: StudyRow): Promise<void> => {
  const { db, clock } = context;
  const { id: studyID } = study;
  const wanted = await wantedOf(context, study);
  const none = { status: 'making', progress: 0, reason: null, key: null, sizeBytes: null };
  await db.transaction().execute(async (tx) => {
    const request = { studyID, ...wanted, ...none, requestedAt: clock.now() };
    const run = await putRun(tx, 'study_discs', request, async () => {
      const row = await findDisc(tx, studyID);
      const isUsable = row && (row.status === 'ready' || (row.status === 'making' && row.isQueued));
      return !isUsable || !isOf(row, wanted);
    });
    if (run) await enqueue(tx, makeDisc, { studyID, ...run }, { key: jobKey(makeDisc, studyID) });
  });
};

/**
 * The state of a study's disc; `presignedURL` has the same permission as a download of the study.
 * @throws Problem 409 if the study cannot be downloaded at present
 */
export const readDiscState = async (
  context: Context,
  who: Actor,
  study: StudyRow,
  origin: string,
): Promise<DiscState> => {
  const { db, storage, clock, config } = context;
  const wanted = await wantedOf(context, study);
  const row = await findDisc(db, study.id);
  if (!row || !isOf(row, wanted)) return NONE;
  const { status, progress, reason, key, sizeBytes } = row;
  if (status === 'making' && row.isQueued) return { ...NONE, status: 'making', progress };
  if (status !== 'ready' || key === null || sizeBytes === null)
    return { ...NONE, status: 'failed', reason: reason ?? sentences.failed };
  const presignedURL = await storage.presign({
    method: 'GET',
    key,
    sizeBytes,
    filename: `${folderName(study, config.timeZone)}_диск.zip`,
    expiresAt: after(clock.now(), config.presignedURLMaxAgeMs),
    ...downloadPermission(who, study.id),
    origin,
  });
  return { ...NONE, status: 'ready', presignedURL, sizeBytes };
};

/** Runs every minute. */
export const removeOldDiscs = async ({ db, clock }: Context): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const keys = await deleteOldDiscs(tx, after(clock.now(), -KEPT_MS));
    if (keys.length > 0) await enqueueRemoval(tx, { warm: keys });
  });
};
