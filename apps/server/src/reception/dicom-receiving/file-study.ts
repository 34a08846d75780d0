import { randomUUID } from 'node:crypto';
import { studyTypeOfFiles, takesFiles } from '@snimok/contract/studies/study-types';
import { accountOf } from '../../platform/access/actor.ts';
import type { Caller } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { removeJob } from '../../platform/jobs/job-tables.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { createStudyOf } from '../../studies/studies/create-study.ts';
import { discardUpload } from '../../studies/uploads/discard-files.ts';
import { publishUploadChange } from '../../studies/uploads/upload-rows/publish-upload.ts';
import { updateStudyType } from '../../studies/studies/study-rows/queries.ts';
import {
  insertFiles,
  insertUpload,
  lockUpload,
  updateActivity,
} from '../../studies/uploads/upload-rows/queries.ts';
import { uploadPrefix } from '../../studies/uploads/sending/uploads.ts';
import { countRegistered } from '../../studies/uploads/sending/usage.ts';
import { enqueueClosing } from './close-reception.ts';
import { FAILURE, type Outcome } from './failures.ts';
import {
  belongsTo,
  findScheduled,
  findUnscheduled,
  isOnUnknownCard,
  type Place,
  type ReceivedStudy,
} from './find-place.ts';
import { insertReceived, listStored, listReceptions, lockDicomStudy, type Reception } from './queries.ts';
import type { Instance } from './read-instance.ts';

/** Another request has begun or closed the upload of the same DICOM study meanwhile. */
class ReceptionChanged extends Error {}
const MAX_ATTEMPTS = 5;
/** PostgreSQL accepts 65,535 parameters in one statement. */
const ROWS_PER_STATEMENT = 1000;
/** How many files are moved at the same time, because a bucket takes some milliseconds to store one. */
const MOVED_AT_ONCE = 8;
/** After this time, files in the store are removed if they belong to no upload. */
const DRAFT_MAX_AGE_MS = 60 * 60_000;
const draftKey = (uploadUUID: string) => `stow-draft:${uploadUUID}`;

/**
 * Adds instances of one DICOM study to its open upload, or opens an upload. All instances are registered in one transaction,
 * after their bytes are in the store. An identical instance that is stored already counts as a success.
 * @throws Problem if a limit of the upload or of the account's day is exceeded; nothing is stored in that case
 */
export const fileStudy = async (
  context: Context,
  caller: Caller,
  studyInstanceUID: string,
  instances: Instance[],
): Promise<Outcome[]> => {
  const { db } = context;
  let keys: Keys = new Map();
  for (let attempt = 1; ; attempt++) {
    const known = await listStored(db, caller.who, studyInstanceUID, instances.map(sopOf));
    const { fresh, outcomes } = compareWithKnown(instances, known);
    if (fresh.length === 0) return outcomes;
    const earlier = await listReceptions(db, caller.who, studyInstanceUID);
    const { study, open, place } = await choose(context, caller, describe(studyInstanceUID, fresh, earlier));
    if (!open && !place) return refuse(outcomes, fresh);
    const uploadUUID = open?.uuid ?? randomUUID();
    if (!open) await enqueueDraftRemoval(context, uploadUUID);
    keys = await moveToStore(context, uploadUUID, fresh, keys);
    try {
      await register(context, caller, { study, fresh, uploadUUID, place, keys });
      return outcomes;
    } catch (cause) {
      // a `Problem` means that the transaction was not committed
      if (cause instanceof Problem) await removeFromStore(context, keys);
      if (!(cause instanceof ReceptionChanged) || attempt >= MAX_ATTEMPTS) throw cause;
    }
  }
};

/** Chooses the open upload or the place of a new one; returns neither if the instances have no place. */
const choose = async (context: Context, caller: Caller, received: ReceivedStudy) => {
  const found = openReception(context, received);
  const scheduled =
    found && !isOnUnknownCard(found, context) ? null : await findScheduled(context, caller, received);
  const study = { ...received, isScheduled: scheduled?.isProven ?? false };
  const open = openReception(context, study);
  const place = open ? null : (scheduled ?? (await findUnscheduled(context, caller, study)));
  return { study, open, place };
};

const sopOf = ({ sopInstanceUID }: Instance) => sopInstanceUID;

/** `fresh` are the instances that are not stored yet, each once. */
const compareWithKnown = (instances: Instance[], stored: Map<string, Buffer>) => {
  const known = new Map(stored);
  const fresh: Instance[] = [];
  const outcomes = instances.map((instance): Outcome => {
    const { sopInstanceUID, sha256 } = instance;
    const existing = known.get(sopInstanceUID);
    if (existing && !existing.equals(sha256)) return { instance, failure: FAILURE.duplicateInstance };
    if (!existing) {
      known.set(sopInstanceUID, sha256);
      fresh.push(instance);
    }
    return { instance, failure: null };
  });
  return { fresh, outcomes };
};

const refuse = (outcomes: Outcome[], fresh: Instance[]): Outcome[] => {
  const refused = new Set(fresh.map(sopOf));
  return outcomes.map((outcome) =>
    outcome.failure === null && outcome.instance && refused.has(outcome.instance.sopInstanceUID)
      ? { ...outcome, failure: FAILURE.processing }
      : outcome,
  );
};

/** Takes each fact from the first file that states it, because scouts and reports often lack some facts. */
const describe = (studyInstanceUID: string, files: Instance[], earlier: Reception[]): ReceivedStudy => {
  const first = <T>(read: (file: Instance) => T | null): T | null =>
    files.reduce<T | null>((found, file) => found ?? read(file), null);
  return {
    studyInstanceUID,
    type: studyTypeOfFiles(files.some(({ isVolume }) => isVolume)),
    accessionNumber: first(({ accessionNumber }) => accessionNumber),
    patient: {
      name: first(({ patient }) => patient.name),
      birthDate: first(({ patient }) => patient.birthDate),
      sex: first(({ patient }) => patient.sex),
    },
    earlier,
    isScheduled: false,
  };
};

/**
 * The open upload to which the instances are added. Instances that certainly belong to the upload's patient and instances that
 * wait for a person's decision are never in the same upload.
 */
const openReception = (context: Pick<Context, 'config'>, study: ReceivedStudy): Reception | undefined =>
  study.earlier.find(
    (one) =>
      one.status === 'uploading' &&
      (takesFiles(one.type, study.type) || isCreatedHere(study, one)) &&
      one.patientUnproven !== belongsTo(one, study, context),
  );

/** Whether a store request created the study; false for a study that an assistant created for images of its type. */
const isCreatedHere = ({ studyInstanceUID }: ReceivedStudy, { comment }: Reception): boolean =>
  comment.split('\n').some((line) => line.startsWith(referenceOf(studyInstanceUID, 1)));

/** Queues a job that removes the files if this process ends before the upload is registered. */
const enqueueDraftRemoval = ({ db, clock }: Context, uploadUUID: string): Promise<void> =>
  enqueue(
    db,
    discardUpload,
    { uploadUUID },
    { key: draftKey(uploadUUID), runAt: after(clock.now(), DRAFT_MAX_AGE_MS) },
  );

/** The key in the store of each instance's bytes. */
type Keys = ReadonlyMap<Instance, string>;

/** @param from the keys under which an earlier attempt stored the instances */
const moveToStore = async (
  { storage }: Context,
  uploadUUID: string,
  instances: Instance[],
  from: Keys,
): Promise<Keys> => {
  const prefix = uploadPrefix(uploadUUID);
  const keys = new Map<Instance, string>(from);
  const move = async (instance: Instance) => {
    const earlier = from.get(instance);
    if (earlier?.startsWith(prefix)) return;
    const key = `${prefix}${randomUUID()}`;
    if (earlier === undefined) await storage.writeFrom(key, instance.path);
    else await storage.copyTo(earlier, storage, key);
    keys.set(instance, key);
  };
  for (let at = 0; at < instances.length; at += MOVED_AT_ONCE)
    await Promise.all(instances.slice(at, at + MOVED_AT_ONCE).map(move));
  return keys;
};

const removeFromStore = async ({ storage }: Context, keys: Keys): Promise<void> => {
  for (const key of keys.values()) await storage.remove(key);
};

interface Filing {
  study: ReceivedStudy;
  fresh: Instance[];
  uploadUUID: string;
  /** null if the upload exists already */
  place: Place | null;
  keys: Keys;
}

/** @throws ReceptionChanged if another request was faster, so that the place of the instances has to be found again */
const register = (context: Context, caller: Caller, filing: Filing): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const { study, fresh, uploadUUID, place, keys } = filing;
    const { who } = caller;
    const now = context.clock.now();
    await lockDicomStudy(tx, study.studyInstanceUID);
    const earlier = await listReceptions(tx, who, study.studyInstanceUID);
    const open = openReception(context, { ...study, earlier });
    if (open?.uuid !== (place ? undefined : uploadUUID)) throw new ReceptionChanged();
    const known = await listStored(tx, who, study.studyInstanceUID, fresh.map(sopOf));
    if (known.size > 0) throw new ReceptionChanged();
    if (place) await openUpload(tx, caller, { study, uploadUUID, place, now });
    else if ((await lockUpload(tx, uploadUUID)).status !== 'uploading') throw new ReceptionChanged();
    if (open && !takesFiles(open.type, study.type)) {
      await updateStudyType(tx, open.studyID, study.type);
      await publishStudyChange(tx, open);
    }
    for (let at = 0; at < fresh.length; at += ROWS_PER_STATEMENT)
      await insertInstances(tx, fresh.slice(at, at + ROWS_PER_STATEMENT), { uploadUUID, keys, now });
    const accountID = accountOf(who);
    const registered = fresh.map(({ sizeBytes }) => ({ sizeBytes }));
    await countRegistered(context, tx, { uploadUUID, accountID }, registered);
    await updateActivity(tx, uploadUUID, { now, sender: { accountID, byProgram: who.kind === 'desktop' } });
    await publishUploadChange(tx, uploadUUID);
    await enqueueClosing(context, tx, uploadUUID, caller);
  });

interface Opening {
  study: ReceivedStudy;
  uploadUUID: string;
  place: Place;
  now: Date;
}

const openUpload = async (
  tx: Tx,
  { who, by }: Caller,
  { study, uploadUUID, place, now }: Opening,
): Promise<void> => {
  const creatorID = accountOf(who);
  const comment = referenceOf(study.studyInstanceUID, study.earlier.length + 1);
  const { type } = study;
  const studyID =
    'studyID' in place
      ? place.studyID
      : await createStudyOf(tx, by, {
          who,
          patientID: place.patientID,
          type,
          comment,
          creatorID,
          createdAt: now,
        });
  // the insertion fails if another request has opened an upload of the same study
  const patientUnproven = !place.isProven;
  if (!(await insertUpload(tx, { uuid: uploadUUID, studyID, creatorID, createdAt: now, patientUnproven })))
    throw new ReceptionChanged();
  await removeJob(tx, draftKey(uploadUUID));
};

/** The line by which the upload program finds a study that was sent before (`apps/uploader/src/delivery/find-study.ts`). */
const referenceOf = (studyInstanceUID: string, number: number): string =>
  number === 1 ? `DICOM ${studyInstanceUID}` : `DICOM ${studyInstanceUID}, часть ${number}`;

const insertInstances = async (
  tx: Tx,
  instances: Instance[],
  { uploadUUID, keys, now }: { uploadUUID: string; keys: Keys; now: Date },
): Promise<void> => {
  await insertFiles(
    tx,
    instances.map((instance) => ({
      uploadUUID,
      filename: `${instance.sopInstanceUID}.dcm`,
      sizeBytes: instance.sizeBytes,
      key: keys.get(instance) ?? '',
      partBytes: null,
      partsID: null,
    })),
  );
  await insertReceived(
    tx,
    instances.map(({ sopInstanceUID, studyInstanceUID, sha256 }) => {
      return { uploadUUID, sopInstanceUID, studyInstanceUID, sha256, receivedAt: now };
    }),
  );
};
