import { portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { after } from '../../platform/outside/clock.ts';
import { DAY_MS } from '../../platform/duration.ts';
import { objectKey, pictureKeys } from '../objects/keys.ts';
import { enqueueRemoval, enqueueReconcile } from '../objects/jobs.ts';
import { discardUpload } from '../uploads/jobs.ts';
import { discardPartsOf } from '../uploads/parts.ts';
import { listFilesInParts } from '../uploads/queries.ts';
import { listStudiesToPurge, purgeStudyRow } from '../studies/state-queries.ts';
import { lockObject, updateObject } from '../objects/queries.ts';
import { listPatientsToPurge, purgePatientRow } from '../../people/patients/queries.ts';
import { lockPatients } from './queries.ts';

/** contract.md */
const DAYS_IN_BIN = 30;
const BATCH_SIZE = 100;

/** What has lain in the bin for its days goes for good: rows here, bytes by jobs that commit with them. */
export const purgeBin = async (context: Context, signal: AbortSignal): Promise<void> => {
  const { db, clock } = context;
  const before = after(clock.now(), -DAYS_IN_BIN * DAY_MS);
  for (const { id, patientID } of await listStudiesToPurge(db, before, BATCH_SIZE)) {
    if (signal.aborted) return;
    await db.transaction().execute((tx) => purgeStudy(tx, id, patientID, before));
  }
  for (const { id } of await listPatientsToPurge(db, before, BATCH_SIZE)) {
    await db.transaction().execute((tx) => purgePatient(tx, id, before));
  }
  for (const { id } of await objectsDue(db, before)) {
    await db.transaction().execute((tx) => purgeObject(tx, id, before));
  }
};

const purgeStudy = async (tx: Tx, id: number, patientID: number, before: Date): Promise<void> => {
  await lockPatients(tx, [patientID]);
  const uploads = await tx
    .selectFrom('uploads')
    .leftJoin('objects', 'objects.id', 'uploads.uuid')
    .select(['uploads.uuid', 'uploads.runID', 'objects.id as objectID'])
    .where('uploads.studyID', '=', id)
    .execute();
  const parted = await listFilesInParts(
    tx,
    uploads.map(({ uuid }) => uuid),
  );
  // asked once more: it may have been taken back, or purged by another look
  const study = await purgeStudyRow(tx, id, before);
  if (!study) return;
  await discardPartsOf(tx, parted);
  for (const { uuid, runID, objectID } of uploads) {
    await enqueue(tx, discardUpload, { uploadUUID: uuid }, { key: `discard-upload:${uuid}` });
    if (objectID || !runID) continue;
    // a run that ended otherwise may have written what nothing refers to
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

/** Objects of archived studies where there is no cold store. Their rows and pictures stay with the studies. */
const objectsDue = (db: Tx, before: Date) =>
  db
    .selectFrom('objects')
    .select('id')
    .where('place', '=', 'bin')
    .where('binnedAt', '<=', before)
    .orderBy('binnedAt')
    .limit(BATCH_SIZE)
    .execute();

const purgeObject = async (tx: Tx, id: string, before: Date): Promise<void> => {
  const object = await lockObject(tx, id);
  if (object?.place !== 'bin') return;
  const due = await tx
    .selectFrom('objects')
    .select('id')
    .where('id', '=', id)
    .where('binnedAt', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      // a study that shows it as done keeps it, whatever the row says
      not(
        exists(
          selectFrom('studies')
            .select('studies.id')
            .whereRef('studies.objectID', '=', 'objects.id')
            .where('studies.status', '=', 'done'),
        ),
      ),
    )
    .executeTakeFirst();
  if (!due) return;
  await updateObject(tx, id, { place: 'gone' });
  await enqueueRemoval(tx, { warm: [object.key] });
};
