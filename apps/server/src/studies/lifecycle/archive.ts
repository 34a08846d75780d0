import { portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { after } from '../../platform/outside/clock.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { enqueueReconcile } from '../objects/jobs.ts';
import { archiveStudies, listStudiesToArchive } from '../studies/state-queries.ts';
import { lockPatients } from './queries.ts';

const BATCH_SIZE = 100;

/** Done studies that have been at hand for their time become archived; their objects follow by jobs of their own. */
export const archiveAgedStudies = async (context: Context, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await archiveBatch(context)) === BATCH_SIZE);
};

const archiveBatch = ({ db, clock, config }: Context): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const oldest = after(clock.now(), -config.uploadMaxAge.ms);
    const due = await listStudiesToArchive(tx, oldest, BATCH_SIZE);
    if (due.length === 0) return 0;
    await lockPatients(
      tx,
      due.map(({ patientID }) => patientID),
    );
    // asked once more, now that another look, a restoring or a deletion has had its way
    const archived = await archiveStudies(
      tx,
      due.map(({ id }) => id),
      oldest,
    );
    for (const { objectID, ...study } of archived) {
      await record(tx, portalInitiator, { action: 'study.archive', ...study });
      await publishStudyChange(tx, study);
      if (objectID) await enqueueReconcile(tx, objectID);
    }
    return due.length;
  });
