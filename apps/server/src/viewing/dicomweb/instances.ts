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
import { headersKey } from '../../studies/objects/keys.ts';
import { sentences } from '../../platform/sentences.ts';
import { type Entry, listEntries, type ObjectRow } from './queries.ts';
import type { InstanceHeader } from './read-headers.ts';
import type { ParserPool } from './parser-pool.ts';

/** One DICOM file of a study: what it says, and where its bytes are. */
export interface Instance extends InstanceHeader {
  object: ObjectRow;
  location: Entry;
}

interface ObjectHeaders {
  headers: InstanceHeader[];
  entries: Entry[];
}

/** Studies being read: a viewer asks for one file after the other of the same few. */
const CACHED_OBJECTS = 8;

/**
 * What the files of an object say: read once, kept beside it as derived data (`headersKey`), which may be thrown away
 * and is made again.
 */
export const createInstanceLoader = (context: Context, pool: ParserPool) => {
  const cache = new Map<string, Promise<ObjectHeaders>>();

  const headersOf = (object: ObjectRow): Promise<ObjectHeaders> => {
    const known = cache.get(object.objectID);
    const found = known ?? loadHeaders(context, pool, object);
    // the last asked for goes to the end: the first is forgotten first
    cache.delete(object.objectID);
    cache.set(object.objectID, found);
    found.catch(() => cache.delete(object.objectID));
    const [oldest] = cache.keys();
    if (cache.size > CACHED_OBJECTS && oldest) cache.delete(oldest);
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
          found.set(header.sopInstanceUID, { ...header, object, location: place });
        }
      }
    }
    if (found.size === 0) throw notFound(sentences.dicomNotFound);
    return [...found.values()].toSorted(bySeriesAndNumber);
  };
};

const bySeriesAndNumber = (one: Instance, other: Instance) =>
  one.seriesInstanceUID.localeCompare(other.seriesInstanceUID, 'en') ||
  (one.instanceNumber ?? 0) - (other.instanceNumber ?? 0) ||
  one.entry - other.entry;

const loadHeaders = async (context: Context, pool: ParserPool, object: ObjectRow): Promise<ObjectHeaders> => {
  const entries = await listEntries(context.db, object.objectID);
  const lines = (await readStoredHeaders(context, object.objectID)) ?? (await extractHeaders(context, pool, object, entries));
  const headers = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as InstanceHeader);
  return { headers, entries };
};

const readStoredHeaders = async ({ storage }: Context, objectID: string): Promise<string | null> => {
  try {
    const packed = await buffer(await storage.read(headersKey(objectID)));
    return (await promisify(gunzip)(packed)).toString('utf8');
  } catch (cause) {
    if (cause instanceof ObjectMissing) return null;
    throw cause;
  }
};

const extractHeaders = async (
  { storage, config }: Context,
  pool: ParserPool,
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
    await pool.run({ task: 'headers', path: object.path, entries: places, out }, new AbortController().signal);
    const lines = await readFile(out, 'utf8').catch(() => '');
    await storage.put(headersKey(objectID), Readable.from([await promisify(gzip)(lines)]));
    await object.release();
    return lines;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};
