import { portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isJobRunningFor } from '../../platform/jobs/job-tables.ts';
import { enqueue, job } from '../../platform/jobs/jobs.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import {
  deleteErasedPatient,
  findPatientToErase,
  forgetWords,
  type PatientToErase,
} from '../../people/patients/erasing.ts';
import { listMergedInto } from '../../people/patients/merged-patients.ts';
import { eraseStudyRows } from '../../studies/lifecycle/erase-study.ts';
import { deleteUnreferencedRows } from '../../studies/lifecycle/reconcile.ts';
import { forgetListMarks, hideStudiesOf, listStudyIDsOf } from '../../studies/studies/erase-queries.ts';
import { uploadPrefix } from '../../studies/uploads/sending/uploads.ts';
import { eraseTexts } from './erase-texts.ts';
import { entryUUIDOf, putEntry, signEntry } from './erasure-list.ts';
import {
  deleteTrace,
  type Erasure,
  findErasure,
  findTrace,
  insertTrace,
  listTraceIDs,
  type Step,
  updateFinished,
  updateProgress,
} from './queries.ts';

/** The job waits this long while a job that began before the erasure still uses an object. */
const RETRY_MS = 5_000;

/** Undefined if the card is deleted, or the id belongs to another card of a restored database. */
const findPatientOf = async ({ db }: Pick<Context, 'db'>, { patientID, uuid }: Erasure) => {
  const patient = await findPatientToErase(db, patientID);
  if (!patient || patient.erasingSince === null) return undefined;
  const { createdAt } = await db
    .selectFrom('erasures')
    .select(({ fn, ref }) => fn<string>('word_of', [ref('patientCreatedAt')]).as('createdAt'))
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  return patient.createdAt === createdAt ? patient : undefined;
};

/** The cards that were merged into this one and are not purged yet; their names may differ. */
const listMergedCards = async (tx: Tx, patientID: number): Promise<PatientToErase[]> => {
  const cards: PatientToErase[] = [];
  for (const id of await listMergedInto(tx, patientID)) {
    const card = await findPatientToErase(tx, id);
    if (card && card.erasingSince !== null) cards.push(card);
  }
  return cards;
};

/**
 * Before anything is deleted, records outside of the database that the patient is erased. Merged cards have entries of
 * their own, because in a database older than the merge they are separate cards with data.
 */
const writeToList = async (context: Context, erasure: Erasure): Promise<void> => {
  const { db } = context;
  const patient = await findPatientOf(context, erasure);
  if (patient) {
    const { uuid, doctorID, decidedAt, requestedAt } = erasure;
    const confirmedAt = (decidedAt ?? requestedAt).toISOString();
    const entries = [
      { erasureUUID: uuid, patientID: patient.id, patientCreatedAt: patient.createdAt, doctorID },
      ...(await listMergedCards(db, patient.id)).map((card) => ({
        erasureUUID: entryUUIDOf(uuid, card.id),
        patientID: card.id,
        patientCreatedAt: card.createdAt,
        doctorID: card.doctorID,
      })),
    ];
    for (const entry of entries) await putEntry(context, signEntry(context, { ...entry, confirmedAt }));
  }
  await updateProgress(db, erasure.uuid, { step: 'texts' });
};

const eraseMentions = async (context: Context, erasure: Erasure): Promise<void> => {
  const { db, config } = context;
  const patient = await findPatientOf(context, erasure);
  await db.transaction().execute(async (tx) => {
    for (const card of patient ? [patient, ...(await listMergedCards(tx, patient.id))] : []) {
      const studyIDs = await listStudyIDsOf(tx, erasure.patientID);
      const { counts, attachments } = await eraseTexts(tx, config, card, studyIDs);
      for (const { uuid, keys } of attachments)
        await insertTrace(tx, erasure.uuid, { objectID: uuid, warm: keys });
      await updateProgress(tx, erasure.uuid, { counts });
    }
    await updateProgress(tx, erasure.uuid, { step: 'rows' });
  });
};

/** Deletes the studies one by one and then the card. */
const eraseRows = async (context: Context, erasure: Erasure): Promise<void> => {
  const { db, clock } = context;
  const patient = await findPatientOf(context, erasure);
  if (patient) await eraseStudies(context, erasure, clock.now());
  const { uuid } = erasure;
  await db.transaction().execute(async (tx) => {
    for (const { id, name } of patient ? [...(await listMergedCards(tx, patient.id)), patient] : []) {
      await deleteErasedPatient(tx, id);
      await forgetWords(tx, name);
    }
    await updateProgress(tx, uuid, { step: 'objects' });
    await enqueueObjects(tx, uuid);
  });
};

const enqueueObjects = (tx: Tx, erasureUUID: string, runAt?: Date) =>
  enqueue(tx, erasePatientObjects, { erasureUUID }, { key: `erase-objects:${erasureUUID}`, runAt });

/** Deletes studies until none is left: a request that began before the erasure may insert one meanwhile. */
const eraseStudies = async (context: Context, { uuid, patientID }: Erasure, now: Date): Promise<void> => {
  const { db } = context;
  for (;;) {
    const studyIDs = await listStudyIDsOf(db, patientID);
    if (studyIDs.length === 0) return;
    await hideStudiesOf(db, patientID, now);
    // in a short transaction of its own, because other changes of studies wait for its end
    await db.transaction().execute((tx) => forgetListMarks(tx, studyIDs));
    for (const studyID of studyIDs) {
      await db.transaction().execute(async (tx) => {
        const traces = await eraseStudyRows(context, tx, { studyID, patientID });
        for (const trace of traces ?? []) await insertTrace(tx, uuid, trace);
        if (traces) await updateProgress(tx, uuid, { counts: { studies: 1 } });
      });
    }
  }
};

const steps: Record<Exclude<Step, 'objects'>, (context: Context, erasure: Erasure) => Promise<void>> = {
  list: writeToList,
  texts: eraseMentions,
  rows: eraseRows,
};

/**
 * Does the next step of an erasure; false if the rest is done by `eraseObjectsOf`. Each step can be repeated. @internal
 */
export const takeStep = async (context: Context, erasureUUID: string): Promise<boolean> => {
  const erasure = await findErasure(context.db, erasureUUID);
  const step = erasure?.step as Step | null | undefined;
  if (!erasure || !step || step === 'objects') return false;
  await steps[step](context, erasure);
  return true;
};

/** The job that deletes the rows; continues where a killed run has stopped. */
export const eraseRowsOf = async (
  context: Context,
  { erasureUUID }: { erasureUUID: string },
  signal?: AbortSignal,
): Promise<void> => {
  do signal?.throwIfAborted();
  while (await takeStep(context, erasureUUID));
};

/** The job that deletes the objects and ends the erasure. */
export const eraseObjectsOf = async (
  context: Context,
  { erasureUUID }: { erasureUUID: string },
): Promise<void> => {
  const { db, clock } = context;
  const erasure = await findErasure(db, erasureUUID);
  if (erasure?.step !== 'objects') return;
  for (const objectID of await listTraceIDs(db, erasureUUID)) {
    if (await isJobRunningFor(db, objectID, erasePatientObjects.name))
      return enqueueObjects(db, erasureUUID, after(clock.now(), RETRY_MS));
    await eraseObject(context, erasureUUID, objectID);
  }
  await finish(context, erasure);
};

/** Deletes what only the erased studies used, and the object itself unless studies of other patients use it. */
const eraseObject = async (context: Context, erasureUUID: string, objectID: string): Promise<void> => {
  const { db, storage, archive } = context;
  await db.transaction().execute(async (tx) => {
    const unused = await deleteUnreferencedRows(context, tx, objectID);
    if (!unused) return;
    await insertTrace(tx, erasureUUID, { objectID, ...unused });
    await updateProgress(tx, erasureUUID, { counts: { objects: 1 } });
  });
  const { warm, cold } = (await findTrace(db, erasureUUID, objectID)) ?? { warm: [], cold: [] };
  for (const key of new Set(warm)) await storage.remove(key);
  for (const key of new Set(cold)) await archive?.remove(key);
  await storage.removeAll(uploadPrefix(objectID));
  await deleteTrace(db, erasureUUID, objectID);
};

/** The record of the erasure has ids and counts only; it becomes part of the signed chain. */
const finish = ({ db, clock }: Context, { uuid, patientID, doctorID }: Erasure): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await updateFinished(tx, uuid, clock.now());
    const { counts, requestedBy, decidedBy, requestedAt, decidedAt } = await tx
      .selectFrom('erasures')
      .select(['counts', 'requestedBy', 'decidedBy', 'requestedAt', 'decidedAt'])
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    const details = {
      ...(counts as Record<string, number>),
      erasureUUID: uuid,
      requestedBy,
      requestedAt: requestedAt.toISOString(),
      confirmedBy: decidedBy,
      confirmedAt: decidedAt?.toISOString() ?? null,
    };
    await record(tx, portalInitiator, { action: 'patient.erase', patientID, doctorID, details });
  });

/** 500 attempts span months, so that an erasure outlasts a long failure of a store. */
export const erasePatientRows = job('erase-patient', { attempts: 500, pool: 'short', run: eraseRowsOf });

export const erasePatientObjects = job('erase-objects', {
  attempts: 500,
  pool: 'short',
  removesObjects: true,
  run: eraseObjectsOf,
});
