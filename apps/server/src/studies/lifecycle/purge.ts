import { portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { objectKey, pictureKeys } from '../objects/keys.ts';
import { enqueueRemoval, enqueueReconcile } from '../objects/jobs.ts';
import { discardUpload } from '../uploads/jobs.ts';
import { discardPartsOf } from '../uploads/parts.ts';
import { listFilesInParts } from '../uploads/queries.ts';
import { listStudiesToPurge, purgeStudyRow } from '../studies/state-queries.ts';
import { lockObject, updateObject } from '../objects/queries.ts';
import { listPatientsToPurge, purgePatientRow } from '../../people/patients/queries.ts';
import { startOfBin } from './bin-queries.ts';
import { isPurgeable, listObjectsToPurge, listUploadsWithObject, lockPatients } from './queries.ts';

const BATCH_SIZE = 100;

/** Deletes rows that have been in the bin for 30 days; jobs enqueued in the same transactions delete their keys. */
export const purgeBin = async (context: Context, signal: AbortSignal): Promise<void> => {
  const { db, clock } = context;
  const now = clock.now();
  const before = startOfBin(now);
  for (const { id, patientID } of await listStudiesToPurge(db, before, BATCH_SIZE)) {
    if (signal.aborted) return;
    await db.transaction().execute((tx) => purgeStudy(tx, id, patientID, before));
  }
  for (const { id } of await listPatientsToPurge(db, before, now, BATCH_SIZE)) {
    await db.transaction().execute((tx) => purgePatient(tx, id, before));
  }
  for (const { id } of await listObjectsToPurge(db, before, BATCH_SIZE)) {
    await db.transaction().execute((tx) => purgeObject(tx, id, before));
  }
};

const purgeStudy = async (tx: Tx, id: number, patientID: number, before: Date): Promise<void> => {
  await lockPatients(tx, [patientID]);
  const uploads = await listUploadsWithObject(tx, id);
  const filesInParts = await listFilesInParts(
    tx,
    uploads.map(({ uuid }) => uuid),
  );
  const study = await purgeStudyRow(tx, id, before);
  if (!study) return;
  await discardPartsOf(tx, filesInParts);
  for (const { uuid, runID, objectID } of uploads) {
    await enqueue(tx, discardUpload, { uploadUUID: uuid }, { key: `discard-upload:${uuid}` });
    if (objectID || !runID) continue;
    // a run that failed may have written keys that no row refers to
    await enqueueRemoval(tx, { warm: [objectKey(uuid, runID), ...Object.values(pictureKeys(uuid))] });
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
