import { portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { after } from '../../platform/outside/clock.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { enqueueReconcile } from '../objects/jobs.ts';
import { archiveStudies, listStudiesToArchive } from '../studies/state-queries.ts';
import { lockPatients } from './queries.ts';

const BATCH_SIZE = 100;

/** Archives the studies that were done longer ago than UPLOAD_MAX_AGE; a job per object moves it to the cold store. */
export const archiveAgedStudies = async (context: Context, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await archiveBatch(context)) === BATCH_SIZE);
};

const archiveBatch = ({ db, clock, config }: Context): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const doneBefore = after(clock.now(), -config.uploadMaxAge.ms);
    const due = await listStudiesToArchive(tx, doneBefore, BATCH_SIZE);
    if (due.length === 0) return 0;
    await lockPatients(
      tx,
      due.map(({ patientID }) => patientID),
    );
    const archived = await archiveStudies(
      tx,
      due.map(({ id }) => id),
      doneBefore,
    );
    for (const { objectID, ...study } of archived) {
      await record(tx, portalInitiator, { action: 'study.archive', ...study });
      await publishStudyChange(tx, study);
      if (objectID) await enqueueReconcile(tx, objectID);
    }
    return due.length;
  });
