import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_MODEL_BYTES } from '@snimok/imaging/dicom/json-model';
import { readExactly } from '../../platform/archive/zip-blocks.ts';
import type { Context } from '../../platform/context.ts';
import { withScratch } from '../../platform/scratch.ts';
import { keyOfRun } from '../../platform/db/stored-artifacts.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { sumFileBytes } from '../objects/queries.ts';
import { ParserProcess } from '../../platform/parsers/parser-process.ts';
import { openOutput, outputFolder } from '../../platform/parsers/take-output.ts';
import { makeMetadata } from '../objects/jobs.ts';
import {
  claimMetadata,
  type FileLocation,
  findMetadataSource,
  listFileLocations,
  publishMetadata,
} from './queries.ts';
import { FileMetadata, type MetadataReply, type MetadataTask, threadFile } from './tasks.ts';

/** A scan of a thousand slices has about 10 MB. Files beyond it get only their most important attributes. */
const MAX_TOTAL_BYTES = 128 * 1024 ** 2;
const LEAST_BYTES = 8 * 1024;
/** A header is read in milliseconds. */
const TASK_MS = 20_000;
/** A usual study takes seconds. Files of a malicious one that remain after this time are left out. */
const MAX_RUN_MS = 10 * 60_000;
/** Between two data sets, so that any range of them is the inside of a JSON array. */
const SEPARATOR = ',\n';

interface Run {
  objectID: string;
  runID: string;
  scratch: string;
  signal: AbortSignal;
}

interface Instance {
  location: FileLocation;
  metadata: FileMetadata;
}

/**
 * Makes the metadata of a study's object for DICOMweb: the data set of each DICOM file in the JSON model, bounded, in one
 * object of the store, and a row for each file. May be killed at any point and started again. Does nothing for an object
 * that has been deleted or archived.
 */
export const makeMetadataOf = async (
  context: Context,
  { objectID }: { objectID: string },
  signal: AbortSignal,
): Promise<void> => {
  const { db, storage, config } = context;
  const source = await findMetadataSource(db, objectID);
  if (!source) return;
  const runID = randomUUID();
  const claimed = await claimMetadata(db, objectID, runID);
  if (!claimed) return;
  const work = join(config.dataDir, 'work', `metadata-${objectID}`);
  if (claimed.previousRunID) {
    await storage.remove(keyOfRun('object_metadata', { objectID, runID: claimed.previousRunID }));
    await rm(join(work, claimed.previousRunID), { recursive: true, force: true });
  }
  const scratch = join(work, runID);
  await mkdir(outputFolder(scratch), { recursive: true, mode: 0o700 });
  const run = { objectID, runID, scratch, signal };
  try {
    const bytes = await sumFileBytes(db, objectID);
    await withScratch(context, bytes, () => processObject(context, run, source.key));
  } finally {
    await rm(scratch, { recursive: true, force: true });
    // must fail if a newer run has its files there
    await rmdir(work).catch(() => undefined);
  }
};

const processObject = async (context: Context, run: Run, key: string): Promise<void> => {
  const object = await context.storage.localPath(key, run.scratch);
  try {
    const instances = await readInstances(context, run, object.path);
    await store(context, run, inOrder(instances));
  } finally {
    await object.release();
  }
};

/** The working file to which the parser process appends. */
const readFileOf = ({ scratch }: Run) => join(outputFolder(scratch), 'read');

const readInstances = async (
  { db, log, sandbox }: Context,
  run: Run,
  path: string,
): Promise<Map<string, Instance>> => {
  const { objectID, scratch, signal } = run;
  const access = { read: [path], write: [outputFolder(scratch)], files: [path] };
  const accessOf = () => access;
  const parser = new ParserProcess<MetadataTask, MetadataReply>({ sandbox, threadFile, accessOf });
  const found = new Map<string, Instance>();
  const left = { bytes: MAX_TOTAL_BYTES, files: 0 };
  const stopAt = performance.now() + MAX_RUN_MS;
  try {
    for (const location of await listFileLocations(db, objectID)) {
      if (performance.now() > stopAt) {
        left.files += 1;
        continue;
      }
      const maxBytes = Math.max(LEAST_BYTES, Math.min(MAX_MODEL_BYTES, left.bytes));
      const { offset, compressedBytes, method } = location;
      const entry = { offset, compressedBytes, method };
      const task: MetadataTask = { task: 'metadata', path, entry, out: readFileOf(run), maxBytes };
      const reply = await parser.run(task, signal, TASK_MS);
      if ('failed' in reply) log.info({ objectID, reason: reply.failed }, 'a file has no metadata');
      const metadata = 'metadata' in reply && reply.metadata ? checked(reply.metadata, maxBytes) : null;
      if (!metadata) continue;
      left.bytes -= metadata.bytes;
      // a second file with the same UID is a copy
      if (!found.has(metadata.sopInstanceUID)) found.set(metadata.sopInstanceUID, { location, metadata });
    }
  } finally {
    parser.close();
  }
  if (left.files > 0) log.warn({ objectID, files: left.files }, 'files were left out of the metadata');
  return found;
};

/** PostgreSQL's jsonb accepts neither NUL nor half of a surrogate pair. */
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

/** @throws if the parser process sent something else than it was asked for */
const checked = (reply: unknown, maxBytes: number): FileMetadata => {
  const metadata = FileMetadata.parse(reply);
  if (metadata.bytes > maxBytes) throw new Error('a parser process wrote more metadata than permitted');
  return { ...metadata, attributes: JSON.stringify(JSON.parse(metadata.attributes), storable) };
};

/** In the order in which DICOMweb lists instances, so that many are one range of bytes. */
const inOrder = (instances: Map<string, Instance>): Instance[] =>
  [...instances.values()].toSorted(
    ({ metadata: one, location: oneAt }, { metadata: other, location: otherAt }) =>
      compare(one.seriesInstanceUID, other.seriesInstanceUID) ||
      one.instanceNumber - other.instanceNumber ||
      oneAt.entry - otherAt.entry,
  );

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Writes the object in the store and publishes it, unless another run has claimed the metadata. */
const store = async ({ db, storage }: Context, run: Run, ordered: Instance[]): Promise<void> => {
  const { objectID, runID, scratch } = run;
  const path = join(scratch, 'ordered');
  await pipeline(Readable.from(dataSets(run, ordered)), createWriteStream(path, { mode: 0o600 }));
  const { size: sizeBytes } = await stat(path);
  let offset = 0;
  const instances = ordered.map(({ location, metadata }) => {
    const moved = { location, metadata: { ...metadata, offset } };
    offset += metadata.bytes + SEPARATOR.length;
    return moved;
  });
  const key = keyOfRun('object_metadata', { objectID, runID });
  await storage.writeFrom(key, path);
  const published = await publishMetadata(db, { objectID, runID, key, sizeBytes, instances });
  if (!published) await storage.remove(key);
};

async function* dataSets(run: Run, ordered: Instance[]): AsyncGenerator<Buffer | string> {
  if (ordered.length === 0) return;
  const file = await openOutput(readFileOf(run));
  try {
    for (const { metadata } of ordered) {
      yield await readExactly(file, metadata.offset, metadata.bytes);
      yield SEPARATOR;
    }
  } finally {
    await file.close();
  }
}

export const makeMetadataJob = handle(makeMetadata, { pool: 'describing', run: makeMetadataOf });
