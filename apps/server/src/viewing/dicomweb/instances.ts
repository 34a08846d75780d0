import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { headersKey } from '../../studies/processing/object-key.ts';
import { sentences } from '../../platform/sentences.ts';
import { type Entry, listEntries, type ObjectRow } from './queries.ts';
import type { InstanceHeader } from './read-headers.ts';
import type { ReadPool } from './parser-pool.ts';

/** One DICOM file of a study: what it says, and where its bytes are. */
export interface Instance extends InstanceHeader {
  object: ObjectRow;
  place: Entry;
}

interface ObjectHeaders {
  headers: InstanceHeader[];
  entries: Entry[];
}

/** Studies being read: a viewer asks for one file after the other of the same few. */
const REMEMBERED = 8;

/**
 * What the files of an object say: read once, kept beside it as derived data (`headersKey`), which may be thrown away
 * and is made again.
 */
export const openInstances = (context: Context, pool: ReadPool) => {
  const remembered = new Map<string, Promise<ObjectHeaders>>();

  const headersOf = (object: ObjectRow): Promise<ObjectHeaders> => {
    const known = remembered.get(object.objectID);
    const found = known ?? load(context, pool, object);
    // the last asked for goes to the end: the first is forgotten first
    remembered.delete(object.objectID);
    remembered.set(object.objectID, found);
    found.catch(() => remembered.delete(object.objectID));
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest) remembered.delete(oldest);
    return found;
  };

  /** Each instance once; of one that several studies hold, that of the newest. In the order of series and numbers. */
  return async (objects: ObjectRow[]): Promise<Instance[]> => {
    const found = new Map<string, Instance>();
    for (const object of objects) {
      const { headers, entries } = await headersOf(object);
      for (const header of headers) {
        const place = entries[header.entry];
        if (place && !found.has(header.sopInstanceUID)) {
          found.set(header.sopInstanceUID, { ...header, object, place });
        }
      }
    }
    if (found.size === 0) throw notFound(sentences.dicomNothing);
    return [...found.values()].toSorted(inOrder);
  };
};

const inOrder = (one: Instance, other: Instance) =>
  one.seriesInstanceUID.localeCompare(other.seriesInstanceUID, 'en') ||
  (one.instanceNumber ?? 0) - (other.instanceNumber ?? 0) ||
  one.entry - other.entry;

const load = async (context: Context, pool: ReadPool, object: ObjectRow): Promise<ObjectHeaders> => {
  const entries = await listEntries(context.db, object.objectID);
  const lines = (await kept(context, object.objectID)) ?? (await make(context, pool, object, entries));
  const headers = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as InstanceHeader);
  return { headers, entries };
};

const kept = async ({ storage }: Context, objectID: string): Promise<string | null> => {
  try {
    const packed = await buffer(await storage.read(headersKey(objectID)));
    return (await promisify(gunzip)(packed)).toString('utf8');
  } catch (cause) {
    if (cause instanceof ObjectMissing) return null;
    throw cause;
  }
};

const make = async (
  { storage, config }: Context,
  pool: ReadPool,
  { objectID, key }: ObjectRow,
  entries: Entry[],
): Promise<string> => {
  const scratch = join(config.dataDir, 'work', `dicomweb-${randomUUID()}`);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  try {
    const object = await storage.localPath(key, scratch);
    const out = join(scratch, 'headers.jsonl');
    const places = entries.map(({ offset, compressedBytes, sizeBytes, method }) => {
      return { offset, compressedBytes, sizeBytes, method };
    });
    await pool.ask({ task: 'headers', path: object.path, places, out }, new AbortController().signal);
    const lines = await readFile(out, 'utf8').catch(() => '');
    await storage.put(headersKey(objectID), Readable.from([await promisify(gzip)(lines)]));
    await object.release();
    return lines;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};
