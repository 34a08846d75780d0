import type { StudyPhase } from '@snimok/contract/studies/study-state';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { sentences as ofStudies } from '../studies/sentences.ts';
import { enqueueReconcile } from '../objects/jobs.ts';
import { updateStudyStatus } from '../studies/study-rows/state-queries.ts';
import { phaseOfRow } from '../studies/study-rows/study-state.ts';
import { lockStudyAndPatient } from './queries.ts';
import { sentences } from './sentences.ts';

const RESTORE_REFUSED: Record<StudyPhase, string | null> = {
  preparing: sentences.studyNotArchived,
  restoring: sentences.studyAlreadyRestoring,
  available: sentences.studyNotArchived,
  archived: null,
};

/**
 * Changes a study from «archived» to «in work» and enqueues the move of its object to the warm store. Without a cold
 * store the study waits for a new upload.
 */
export const restoreStudy = ({ db, clock }: Context, by: Initiator, { id }: { id: number }) =>
  db.transaction().execute(async (tx) => {
    const study = await lockStudyAndPatient(tx, id);
    if (study.deletedAt) throw notFound(ofStudies.noStudy);
    const refusal = RESTORE_REFUSED[phaseOfRow(study)];
    if (refusal !== null) throw conflict(refusal);
    await updateStudyStatus(tx, id, { status: 'in-work', restored: true });
    if (study.objectID) await enqueueReconcile(tx, study.objectID, clock.now());
    const { patientID, doctorID } = study;
    await record(tx, by, { action: 'study.restore', studyID: id, patientID, doctorID });
    await publishStudyChange(tx, { studyID: id, patientID });
  });
