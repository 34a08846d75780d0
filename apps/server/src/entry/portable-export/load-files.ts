import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ZipIndexEntry } from '../../platform/zip/zip-index.ts';
import { writeZip } from '../../platform/zip/zip-writer.ts';
import type { Context } from '../../platform/context.ts';
import type { Storage } from '../../platform/outside/storage/storage.ts';
import { assertInside, LineFile, readLines } from './folder.ts';
import { fileLists, rowsFile, type StudyFile } from './lists.ts';
import { ExportProblem } from './problem.ts';

/** What a load has written for one object; `loadObjects` returns a file with one line for each. */
export interface LoadedObject {
  objectID: string;
  sizeBytes: number;
  sha256: string;
  /** null for an old study whose ZIP has no index */
  entries: ZipIndexEntry[] | null;
}

const ObjectRow = z.object({ id: z.uuid(), key: z.string(), place: z.string(), createdAt: z.iso.datetime() });
type ObjectRow = z.output<typeof ObjectRow>;

const KEY = /^[\w-]+(\/[\w.-]+)+$/;

const storeOf = ({ storage, archive }: Context, isCold: boolean): Storage => {
  const store = isCold ? archive : storage;
  if (!store) throw new ExportProblem('The export has archived studies: ARCHIVE_URL must not be "off".');
  return store;
};

const assertKey = (key: string): void => {
  if (!KEY.test(key) || key.includes('..')) throw new ExportProblem(`${key} is no key of a store.`);
};

/** Puts pictures, segmentations and attachments into the store, under the keys that their rows name. */
export const loadStored = async (context: Context, folder: string): Promise<void> => {
  for await (const line of readLines(join(folder, rowsFile('storedFiles')))) {
    const { store, key, path, sizeBytes } = fileLists.storedFiles.parse(JSON.parse(line));
    assertInside(path);
    assertKey(key);
    const source = createReadStream(join(folder, path));
    await storeOf(context, store === 'cold').put(key, source, { sizeBytes });
  }
};

/** Writes the ZIP of each object from its files. Returns a file with a `LoadedObject` on each line. */
export const loadObjects = async (
  context: Context,
  folder: string,
  work: string,
  print: (line: string) => void,
): Promise<string> => {
  const rows = await readObjectRows(folder);
  const loaded = new LineFile(join(work, 'objects.ndjson'));
  const done = new Set<string>();
  for await (const files of studiesOf(folder)) {
    const { objectID } = files[0]!;
    const row = rows.get(objectID);
    if (done.has(objectID) || !row) continue;
    done.add(objectID);
    await loaded.add(await loadObject(context, { folder, work, row, files }));
    if (done.size % 100 === 0) print(`Studies: ${done.size} of ${rows.size}.`);
  }
  print(`Studies: ${done.size} with files.`);
  return (await loaded.end()).path;
};

const readObjectRows = async (folder: string): Promise<Map<string, ObjectRow>> => {
  const rows = new Map<string, ObjectRow>();
  for await (const line of readLines(join(folder, rowsFile('objects')))) {
    const row = ObjectRow.parse(JSON.parse(line));
    assertKey(row.key);
    rows.set(row.id, row);
  }
  return rows;
};

/** The files of one study at a time: the list has them one after another. */
async function* studiesOf(folder: string): AsyncGenerator<StudyFile[]> {
  let files: StudyFile[] = [];
  for await (const line of readLines(join(folder, rowsFile('studyFiles')))) {
    const file = fileLists.studyFiles.parse(JSON.parse(line));
    assertInside(file.path);
    if (files[0] && files[0].studyID !== file.studyID) {
      yield files;
      files = [];
    }
    files.push(file);
  }
  if (files.length > 0) yield files;
}

const loadObject = async (
  context: Context,
  { folder, work, row, files }: { folder: string; work: string; row: ObjectRow; files: StudyFile[] },
): Promise<LoadedObject> => {
  const { id: objectID, key } = row;
  const store = storeOf(context, row.place === 'cold');
  const [first] = files;
  if (first?.name === null) {
    const { path, sizeBytes, sha256 } = first;
    await store.put(key, createReadStream(join(folder, path)), { sizeBytes });
    return { objectID, sizeBytes, sha256, entries: null };
  }
  const zip = join(work, `${objectID}.zip`);
  const contents = files.map(({ name, path }) => ({ name: name ?? '', path: join(folder, path) }));
  const { entries, sizeBytes, sha256 } = await writeZip(zip, contents, {
    modifiedAt: new Date(row.createdAt),
  });
  await store.put(key, createReadStream(zip), { sizeBytes });
  await rm(zip);
  return { objectID, sizeBytes, sha256, entries };
};
