import { type Initiator, portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { sentences as ofStudies } from '../studies/sentences.ts';
import { enqueueReconcile } from '../objects/jobs.ts';
import {
  archiveStudies,
  listStudiesToArchive,
  type Retention,
  updateStudyStatus,
} from '../studies/study-rows/state-queries.ts';
import { phaseOfRow } from '../studies/study-rows/study-state.ts';
import { lockPatients, lockStudyAndPatient } from './queries.ts';
import { sentences } from './sentences.ts';

const BATCH_SIZE = 100;

/**
 * With RETENTION_FROM=examined an old study that is new here, or was restored, stays available for at least this time.
 */
const LEAST_MS = 30 * DAY_MS;

const retentionOf = ({ clock, config }: Pick<Context, 'clock' | 'config'>): Retention => {
  const { retentionFrom: from, uploadMaxAge } = config;
  const leastMs = from === 'examined' ? Math.min(LEAST_MS, uploadMaxAge.ms) : uploadMaxAge.ms;
  const now = clock.now();
  return { from, agedBefore: after(now, -uploadMaxAge.ms), doneBefore: after(now, -leastMs) };
};

/**
 * Archives the studies that are older than UPLOAD_MAX_AGE, counted as RETENTION_FROM says; a job per object moves it to the
 * cold store.
 */
export const archiveAgedStudies = async (context: Context, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await archiveBatch(context)) === BATCH_SIZE);
};

const archiveBatch = ({ db, clock, config }: Context): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const retention = retentionOf({ clock, config });
    const due = await listStudiesToArchive(tx, retention, BATCH_SIZE);
    if (due.length === 0) return 0;
    await lockPatients(
      tx,
      due.map(({ patientID }) => patientID),
    );
    const archived = await archiveStudies(
      tx,
      due.map(({ id }) => id),
      retention,
    );
    for (const { objectID, ...study } of archived) {
      await record(tx, portalInitiator, { action: 'study.archive', ...study });
      await publishStudyChange(tx, study);
      if (objectID) await enqueueReconcile(tx, objectID);
    }
    return due.length;
  });

/** Archives a study on request. Without a cold store its object would go to the bin, so the request is refused. */
export const archiveStudy = async (
  { db, archive }: Context,
  by: Initiator,
  { id }: { id: number },
): Promise<void> => {
  if (!archive) throw conflict(sentences.noColdStore);
  await db.transaction().execute(async (tx) => {
    const study = await lockStudyAndPatient(tx, id);
    const { restored, objectID, patientID, doctorID } = study;
    if (study.deletedAt) throw notFound(ofStudies.noStudy);
    const phase = phaseOfRow(study);
    // the response to an earlier request was lost
    if (phase === 'archived') return;
    if (phase !== 'available') throw conflict(sentences.studyNotDoneToArchive);
    await updateStudyStatus(tx, id, { status: 'archived', restored });
    if (objectID) await enqueueReconcile(tx, objectID);
    await record(tx, by, { action: 'study.archive', studyID: id, patientID, doctorID });
    await publishStudyChange(tx, { studyID: id, patientID });
  });
};
