import { createHash, randomUUID } from 'node:crypto';
import { accountOf } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { Problem } from '../../../platform/errors/errors.ts';
import { uploadPrefix } from '../../../studies/uploads/sending/uploads.ts';
import { assertUploadLimits } from '../../../studies/uploads/sending/usage.ts';
import { insertFiles, lockUpload, updateActivity } from '../../../studies/uploads/upload-rows/queries.ts';
import type { ImportRun } from './begin-study.ts';
import { FileHash } from '../hashing/file-hash.ts';
import { assertRun, RunEnded } from '../import-queries.ts';
import { insertInstances, listInstances } from '../instance-queries.ts';
import type { RateLimit } from './rate-and-hours.ts';
import type { SourceInstance } from '../sources/source.ts';
import type { StudyOfImport } from '../study-queries.ts';

/**
 * `reading`: how many files are read at the same time, because an archive takes some milliseconds to begin one. `storing`: how many
 * files that have been read are written durably at the same time, because a disk writes many in the time of one.
 */
const AT_ONCE = { reading: 4, storing: 16 };
/** Received files are registered together once there are this many, or once they have this many bytes. */
const REGISTERED_TOGETHER = { files: 32, bytes: 16 * 1024 ** 2 };

/** The bytes that the archive sent differ from the SHA-256 that it states. */
class DamagedOnTheWay extends Error {
  override name = 'DamagedOnTheWay';
}

interface Received {
  instance: SourceInstance;
  filename: string;
  key: string;
  sizeBytes: number;
  sha256: Buffer;
}

/**
 * Copies the files of a study into its open upload. Files that an earlier run has registered are left out. A file is registered
 * after its bytes are in the store.
 * @throws Problem if the study exceeds the limits of an upload
 */
export const sendFiles = async (
  context: Context,
  run: ImportRun,
  row: StudyOfImport,
  rate: RateLimit,
): Promise<void> => {
  const { sourceKey: key, studyInstanceUID } = row;
  const registered = await listInstances(context.db, row.id);
  const known = new Set(registered.map(({ sourceKey }) => sourceKey));
  const names = new Set(registered.map(({ filename }) => filename));
  const received: Received[] = [];
  const failures: unknown[] = [];
  const reading = new Set<Promise<void>>();
  const storing = new Set<Promise<void>>();
  let registering: Promise<void> | undefined;
  const begin = (one: { instance: SourceInstance; filename: string }) => {
    const read = Promise.withResolvers<void>();
    const stored = receive(context, run, row, rate, { ...one, onRead: read.resolve })
      .then(
        (file) => void received.push(file),
        (cause: unknown) => void failures.push(cause),
      )
      .finally(() => {
        read.resolve();
        storing.delete(stored);
      });
    storing.add(stored);
    const hasRead = read.promise.then(() => void reading.delete(hasRead));
    reading.add(hasRead);
  };
  const registerReceived = async () => {
    const files = received.splice(0);
    if (files.length > 0) await registerOrRemove(context, run, row, files);
  };
  /** Registers what has been received while the next files are read, one transaction after the other. */
  const registerMeanwhile = async () => {
    await registering;
    registering = registerReceived().catch((cause: unknown) => void failures.push(cause));
  };
  try {
    for await (const instance of run.source.instances({ key, studyInstanceUID }, run.signal)) {
      run.signal.throwIfAborted();
      if (known.has(instance.key)) continue;
      known.add(instance.key);
      begin({ instance, filename: nameFor(instance, names) });
      if (reading.size >= AT_ONCE.reading) await Promise.race(reading);
      if (storing.size >= AT_ONCE.reading + AT_ONCE.storing) await Promise.race(storing);
      if (areEnough(received)) await registerMeanwhile();
      if (failures.length > 0) break;
    }
  } catch (cause) {
    failures.push(cause);
  }
  // wait for all before a failure is handled, because handling it may remove files
  await Promise.all(storing);
  await registering;
  // what is complete is registered even then, so that the next run does not read it again
  await registerReceived().catch((cause: unknown) => void failures.push(cause));
  if (failures.length > 0) throw failures[0];
};

const areEnough = (files: Received[]): boolean =>
  files.length >= REGISTERED_TOGETHER.files ||
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) >= REGISTERED_TOGETHER.bytes;

/** A name that no other file of the study has; a later run would choose the same. */
const nameFor = ({ key, sopInstanceUID }: SourceInstance, names: Set<string>): string => {
  const isUID = sopInstanceUID !== null && /^[0-9.]{1,64}$/.test(sopInstanceUID);
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 16);
  const [extension = ''] = /\.[A-Za-z0-9]{1,5}$/.exec(key) ?? [];
  const byUID = isUID ? `${sopInstanceUID}.dcm` : `${digest}${extension}`;
  const name = names.has(byUID) ? `${digest}-${byUID}` : byUID;
  names.add(name);
  return name;
};

interface Receiving {
  instance: SourceInstance;
  filename: string;
  /** called when the source has given all bytes */
  onRead(): void;
}

const receive = async (
  { storage }: Context,
  { signal }: ImportRun,
  { uploadUUID }: StudyOfImport,
  rate: RateLimit,
  { instance, filename, onRead }: Receiving,
): Promise<Received> => {
  const bytes = await instance.open(signal);
  const hash = new FileHash('sha256');
  async function* counted() {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      await rate.take(chunk.length, signal);
      await hash.update(chunk);
      yield chunk;
    }
    onRead();
  }
  const key = `${uploadPrefix(uploadUUID ?? '')}${randomUUID()}`;
  try {
    const { sizeBytes } = await storage.put(key, counted(), { consume: true });
    const sha256 = await hash.digest();
    if (instance.sha256 !== null && instance.sha256.toLowerCase() !== sha256.toString('hex')) {
      await storage.remove(key);
      throw new DamagedOnTheWay('the archive sent bytes that differ from its SHA-256');
    }
    return { instance, filename, key, sizeBytes, sha256 };
  } finally {
    hash.abandon();
  }
};

/** If another run has taken over, or the study is refused, nobody else removes what this run has stored. */
const registerOrRemove = async (
  context: Context,
  run: ImportRun,
  row: StudyOfImport,
  files: Received[],
): Promise<void> => {
  try {
    await register(context, run, row, files);
  } catch (cause) {
    // after any other failure the transaction may have been committed
    if (cause instanceof RunEnded || cause instanceof Problem)
      for (const { key } of files) await context.storage.remove(key);
    throw cause;
  }
};

const register = (
  context: Context,
  { row: claimed, who }: ImportRun,
  { id: importStudyID, uploadUUID: uuid }: StudyOfImport,
  files: Received[],
): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    await assertRun(tx, claimed);
    const uploadUUID = uuid ?? '';
    if ((await lockUpload(tx, uploadUUID)).status !== 'uploading') throw new RunEnded();
    await insertFiles(
      tx,
      files.map(({ filename, sizeBytes, key }) => ({
        uploadUUID,
        filename,
        sizeBytes,
        key,
        partBytes: null,
        partsID: null,
      })),
    );
    await assertUploadLimits(context, tx, uploadUUID);
    await insertInstances(
      tx,
      files.map(({ instance, filename, sizeBytes, sha256 }) => ({
        importStudyID,
        sourceKey: instance.key,
        sopInstanceUID: instance.sopInstanceUID,
        filename,
        sizeBytes,
        sourceSha256: sha256,
      })),
    );
    const sender = { accountID: accountOf(who), byProgram: false };
    await updateActivity(tx, uploadUUID, { now: context.clock.now(), sender });
  });
