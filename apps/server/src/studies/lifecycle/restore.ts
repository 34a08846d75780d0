import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { sentences } from '../../platform/sentences.ts';
import { enqueueReconcile } from '../objects/jobs.ts';
import { updateStudyStatus } from '../studies/state-queries.ts';
import { lockStudyAndPatient } from './queries.ts';

/**
 * Changes a study from «archived» to «in work» and enqueues the move of its object to the warm store. Without a cold
 * store the study waits for a new upload.
 */
export const restoreStudy = ({ db, clock }: Context, by: Initiator, { id }: { id: number }) =>
  db.transaction().execute(async (tx) => {
    const study = await lockStudyAndPatient(tx, id);
    if (study.deletedAt) throw notFound(sentences.noStudy);
    if (study.status === 'in-work' && study.restored) throw conflict(sentences.studyAlreadyRestoring);
    if (study.status !== 'archived') throw conflict(sentences.studyNotArchived);
    await updateStudyStatus(tx, id, { status: 'in-work', restored: true });
    if (study.objectID) await enqueueReconcile(tx, study.objectID, clock.now());
    const { patientID, doctorID } = study;
    await record(tx, by, { action: 'study.restore', studyID: id, patientID, doctorID });
    await publishStudyChange(tx, { studyID: id, patientID });
  });
