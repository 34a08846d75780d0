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

/** One DICOM file of a study: its header, and the location of its bytes in the study object. */
export interface Instance extends InstanceHeader {
  object: ObjectRow;
  location: Entry;
}

interface ObjectHeaders {
  headers: InstanceHeader[];
  entries: Entry[];
}

/** Viewers request the files of a few studies one after another. */
const CACHED_OBJECTS = 8;

/**
 * Loads the headers of all DICOM files of study objects. They are extracted once and stored beside the object under
 * `headersKey`; this derived file may be deleted at any time and is then extracted again.
 */
export const createInstanceLoader = (context: Context, pool: ParserPool) => {
  const cache = new Map<string, Promise<ObjectHeaders>>();

  const headersOf = (object: ObjectRow): Promise<ObjectHeaders> => {
    const loading = cache.get(object.objectID) ?? loadHeaders(context, pool, object);
    // moved to the end of the map, so that the least recently used object is evicted first
    cache.delete(object.objectID);
    cache.set(object.objectID, loading);
    loading.catch(() => cache.delete(object.objectID));
    const [oldest] = cache.keys();
    if (cache.size > CACHED_OBJECTS && oldest) cache.delete(oldest);
    return loading;
  };

  /**
   * The instances of these objects, sorted by series and instance number. When several objects contain the same
   * instance, the one of the first object is returned.
   */
  return async (objects: ObjectRow[]): Promise<Instance[]> => {
    const found = new Map<string, Instance>();
    for (const object of objects) {
      const { headers, entries } = await headersOf(object);
      for (const header of headers) {
        const location = entries[header.entry];
        if (location && !found.has(header.sopInstanceUID)) {
          found.set(header.sopInstanceUID, { ...header, object, location });
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

/** The headers as JSON lines come from the store or, when they are not there yet, from the object itself. */
const loadHeaders = async (context: Context, pool: ParserPool, object: ObjectRow): Promise<ObjectHeaders> => {
  const entries = await listEntries(context.db, object.objectID);
  const lines =
    (await readStoredHeaders(context, object.objectID)) ??
    (await extractHeaders(context, pool, object, entries));
  const headers = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as InstanceHeader);
  return { headers, entries };
};

const readStoredHeaders = async ({ storage }: Context, objectID: string): Promise<string | null> => {
  try {
    const gzipped = await buffer(await storage.read(headersKey(objectID)));
    return (await promisify(gunzip)(gzipped)).toString('utf8');
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
    const locations = entries.map(({ offset, compressedBytes, sizeBytes, method }) => {
      return { offset, compressedBytes, sizeBytes, method };
    });
    const task = { task: 'headers' as const, path: object.path, entries: locations, out };
    await pool.run(task, new AbortController().signal);
    const lines = await readFile(out, 'utf8').catch(() => '');
    await storage.put(headersKey(objectID), Readable.from([await promisify(gzip)(lines)]));
    await object.release();
    return lines;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};
