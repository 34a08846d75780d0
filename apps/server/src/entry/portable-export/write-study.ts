import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { PoolClient } from 'pg';
import { streamContent } from '../../platform/zip/zip-content.ts';
import type { ZipIndexEntry } from '../../platform/zip/zip-index.ts';
import type { Context } from '../../platform/context.ts';
import { ObjectDamaged, ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { outputFolder } from '../../platform/parsers/take-output.ts';
import { Drawing } from '../../studies/discs/draw-series.ts';
import { directoryOf, missingOf, nameFiles } from '../../studies/discs/plan-disc.ts';
import { ContentDiffers, type ExportFolder, type LineFile } from './folder.ts';
import type { StudyFile } from './lists.ts';
import { fittingName } from './names.ts';
import { hashOfObject, listEntriesOf, type StudyToExport } from './queries.ts';

const neverAborted = new AbortController().signal;
/** The places at which a store has an object. */
const STORED_AT = ['warm', 'cold', 'bin'];

interface StudyWriter {
  context: Context;
  /** reads within the snapshot */
  client: PoolClient;
  target: ExportFolder;
  studyFiles: LineFile;
  missing: string[];
}

/**
 * Writes the files of a study into its folder, which is a file-set (PS3.10, 8) with a DICOMDIR of its own. Returns the
 * bytes written or kept. The names of a file-set have at most eight letters, so only the folders above it have
 * readable names.
 */
export const writeStudy = async (
  writer: StudyWriter,
  study: StudyToExport,
  folder: string,
): Promise<number> => {
  const { context, client, target, missing } = writer;
  const { objectID, key, place } = study;
  if (objectID === null || key === null || !STORED_AT.includes(place ?? '')) return 0;
  const store = place === 'cold' ? context.archive : context.storage;
  try {
    if (!store) throw new ObjectMissing(key);
    const object = await store.localPath(key, target.work);
    try {
      const entries = await listEntriesOf(client, objectID);
      return entries === null
        ? await writeWhole(writer, { ...study, objectID }, folder, object.path)
        : await writeEntries(writer, { ...study, objectID }, folder, { path: object.path, entries });
    } finally {
      await object.release();
    }
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    missing.push(`files of study ${study.id}: ${key}`);
    return 0;
  }
};

/** Whether the store has lost the bytes or has others; zlib refuses damaged bytes with codes such as `Z_DATA_ERROR`. */
export const isDamage = (cause: unknown): boolean =>
  [ObjectMissing, ObjectDamaged, ContentDiffers].some((known) => cause instanceof known) ||
  (cause instanceof Error && 'code' in cause && /^Z_/.test(String(cause.code)));

type WithObject = StudyToExport & { objectID: string };

/** The ZIP of an old study that has no index. */
const writeWhole = async (
  { client, target, studyFiles }: StudyWriter,
  { id: studyID, objectID }: WithObject,
  folder: string,
  path: string,
): Promise<number> => {
  const expected = { sha256: await hashOfObject(client, objectID) };
  const file = await target.write(`${folder}/files.zip`, () => createReadStream(path), expected);
  await studyFiles.add({ studyID, objectID, position: 0, name: null, ...file } satisfies StudyFile);
  return file.sizeBytes;
};

const writeEntries = async (
  writer: StudyWriter,
  study: WithObject,
  folder: string,
  object: { path: string; entries: ZipIndexEntry[] },
): Promise<number> => {
  const { target, studyFiles, missing } = writer;
  const { id: studyID, objectID } = study;
  const { names, directory } = await nameEntries(writer, study, object);
  let bytes = 0;
  for (const [position, entry] of object.entries.entries()) {
    const path = `${folder}/${names.get(entry) ?? ''}`;
    const content = () => streamContent(object.path, entry);
    const file = await target.write(path, content, { sha256: entry.sha256 }).catch((cause: unknown) => {
      if (!isDamage(cause)) throw cause;
      missing.push(`a file of study ${studyID}: ${path}`);
      return null;
    });
    if (file === null) continue;
    await studyFiles.add({ studyID, objectID, position, name: entry.name, ...file } satisfies StudyFile);
    bytes += file.sizeBytes;
  }
  if (directory) await target.write(`${folder}/DICOMDIR`, () => [directory]);
  return bytes;
};

/**
 * The name of each entry in the folder of the study: `DICOM/S0001/I00001` if a DICOMDIR can list it, else its own name
 * in `FILES`, and the DICOMDIR. The files are untrusted, so a parser process reads them.
 */
const nameEntries = async (
  { context, target }: StudyWriter,
  study: WithObject,
  { path, entries }: { path: string; entries: ZipIndexEntry[] },
): Promise<{ names: Map<ZipIndexEntry, string>; directory: Uint8Array | null }> => {
  const drawing = new Drawing({
    sandbox: context.sandbox,
    path,
    out: outputFolder(target.work),
    signal: neverAborted,
  });
  const read = await drawing.readFiles(entries, () => undefined).finally(() => drawing.close());
  const listed = nameFiles(read).filter((file) => file.read.keys !== null);
  const names = new Map(listed.map(({ entry, name }) => [entry, name]));
  for (const [at, entry] of entries.entries())
    if (!names.has(entry)) names.set(entry, `FILES/${String(at + 1).padStart(5, '0')}_${lastOf(entry.name)}`);
  if (listed.length === 0) return { names, directory: null };
  const missing = missingOf(study, context.config.timeZone);
  return { names, directory: directoryOf(listed, missing, uuidOf(study)) };
};

const lastOf = (name: string): string => fittingName(name.split('/').at(-1) ?? '');

/** The same for every export of the study, so that two exports have the same bytes. */
const uuidOf = ({ id, objectID }: WithObject): string =>
  createHash('sha256').update(`DICOMDIR ${id} ${objectID}`).digest('hex').slice(0, 32);
