import { portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { enqueueRemoval, enqueueReconcile } from '../objects/jobs.ts';
import { discardUpload } from '../uploads/discard-files.ts';
import { discardPartsOf } from '../uploads/sending/parts.ts';
import { listFilesInParts } from '../uploads/upload-rows/queries.ts';
import { listStudiesToPurge, purgeStudyRow } from '../studies/study-rows/state-queries.ts';
import { lockObject, updateObject } from '../objects/queries.ts';
import { listPatientsToPurge, purgePatientRow } from '../../people/patients/queries.ts';
import { startOfBin } from './bin-queries.ts';
import { isPurgeable, listObjectsToPurge, listUploadsToDiscard, lockPatients } from './queries.ts';

const BATCH_SIZE = 100;

/** Deletes rows that have been in the bin for 30 days; jobs enqueued in the same transactions delete their keys. */
export const purgeBin = async (context: Context, signal: AbortSignal): Promise<void> => {
  const { db, clock } = context;
  const now = clock.now();
  const before = startOfBin(now);
  // a row that cannot be purged does not prevent the purge of the others
  const purgeEach = <Row>(rows: readonly Row[], purge: (tx: Tx, row: Row) => Promise<void>) =>
    runEach(
      rows.map((row) => async () => signal.aborted || db.transaction().execute((tx) => purge(tx, row))),
    );
  await runEach([
    async () =>
      purgeEach(await listStudiesToPurge(db, before, BATCH_SIZE), (tx, { id, patientID }) =>
        purgeStudy(tx, id, patientID, before),
      ),
    async () =>
      purgeEach(await listPatientsToPurge(db, before, now, BATCH_SIZE), (tx, { id }) =>
        purgePatient(tx, id, before),
      ),
    async () =>
      purgeEach(await listObjectsToPurge(db, before, BATCH_SIZE), (tx, { id }) =>
        purgeObject(tx, id, before),
      ),
  ]);
};

const purgeStudy = async (tx: Tx, id: number, patientID: number, before: Date): Promise<void> => {
  await lockPatients(tx, [patientID]);
  const uploads = await listUploadsToDiscard(tx, id);
  const filesInParts = await listFilesInParts(
    tx,
    uploads.map(({ uuid }) => uuid),
  );
  const study = await purgeStudyRow(tx, id, before);
  if (!study) return;
  await discardPartsOf(tx, filesInParts);
  for (const { uuid, unpublishedKeys } of uploads) {
    await enqueue(tx, discardUpload, { uploadUUID: uuid }, { key: `discard-upload:${uuid}` });
    if (unpublishedKeys.length > 0) await enqueueRemoval(tx, { warm: unpublishedKeys });
  }
  if (study.objectID) await enqueueReconcile(tx, study.objectID);
  await record(tx, portalInitiator, {
    action: 'study.purge',
    studyID: id,
    patientID,
    doctorID: study.doctorID,
  });
};

const purgePatient = async (tx: Tx, id: number, before: Date): Promise<void> => {
  const patient = await purgePatientRow(tx, id, before);
  if (patient) {
    await record(tx, portalInitiator, { action: 'patient.purge', patientID: id, doctorID: patient.doctorID });
  }
};

/** Deletes the files of an object only: its row and its pictures remain for the archived studies. */
const purgeObject = async (tx: Tx, id: string, before: Date): Promise<void> => {
  const object = await lockObject(tx, id);
  if (object?.place !== 'bin' || !(await isPurgeable(tx, id, before))) return;
  await updateObject(tx, id, { place: 'gone' });
  await enqueueRemoval(tx, { warm: [object.key] });
};
