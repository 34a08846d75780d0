import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { distinctDates } from '@snimok/imaging/dicom/dates';
import { MAX_MODEL_BYTES } from '@snimok/imaging/dicom/elements/json-model';
import { readExactly } from '../../platform/zip/zip-blocks.ts';
import type { Context } from '../../platform/context.ts';
import type { Run } from '../../platform/db/stored-artifacts.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { makeMetadata } from '../objects/jobs.ts';
import { publishRun, putRun } from '../objects/runs.ts';
import { ParserProcess } from '../../platform/parsers/parser-process.ts';
import { openOutput, outputFolder } from '../../platform/parsers/take-output.ts';
import { workOnObject } from '../processing/work-on-object.ts';
import { noteDates } from '../studies/examination/note-dates.ts';
import { findMetadataSource, FORMAT, type Instance, listFileLocations, replaceInstances } from './queries.ts';
import { FileMetadata, type MetadataReply, type MetadataTask, threadFile } from './tasks.ts';

/** A scan of a thousand slices has about 10 MB. Files beyond this limit get only their most important attributes. */
export const MAX_TOTAL_BYTES = 128 * 1024 ** 2;
export const LEAST_BYTES = 8 * 1024;
/** A header is read in milliseconds. */
const TASK_MS = 20_000;
/** A usual study takes seconds. Files of a malicious one that remain after this time are left out. */
const MAX_RUN_MS = 10 * 60_000;
/** Stands between two data sets, so that any range of them is the inside of a JSON array. */
const SEPARATOR = ',\n';

interface Work {
  run: Run;
  /** the file of the object */
  path: string;
  scratch: string;
  signal: AbortSignal;
}

/**
 * Makes the metadata of a study's object for DICOMweb: one object of the store with the data set of each DICOM file in
 * the JSON model, bounded, and a row for each file. May be killed at any point and started again. Does nothing for an
 * object that has been deleted or archived.
 */
export const makeMetadataOf = async (
  context: Context,
  { objectID }: { objectID: string },
  signal: AbortSignal,
): Promise<void> => {
  const { db } = context;
  const source = await findMetadataSource(db, objectID);
  if (!source) return;
  const fresh = { objectID, format: FORMAT, key: null, sizeBytes: null };
  const run = await db.transaction().execute((tx) => putRun(tx, 'object_metadata', fresh));
  if (!run) return;
  await workOnObject(
    context,
    { table: 'object_metadata', key: source.key, ...run },
    async (path, scratch) => {
      const work = { run, path, scratch, signal };
      await store(context, work, inOrder(await readInstances(context, work)));
    },
  );
};

/** The working file to which the parser process appends. */
const readFileOf = ({ scratch }: Work) => join(outputFolder(scratch), 'read');

const readInstances = async ({ db, log, sandbox }: Context, work: Work): Promise<Map<string, Instance>> => {
  const { path, scratch, signal } = work;
  const { objectID } = work.run;
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
      const task: MetadataTask = { task: 'metadata', path, entry, out: readFileOf(work), maxBytes };
      const reply = await parser.run(task, signal, TASK_MS);
      if ('failed' in reply)
        log.info(
          { objectID, reason: reply.failed },
          'a file is left out of the metadata, because it could not be read',
        );
      const metadata = 'metadata' in reply && reply.metadata ? checked(reply.metadata, maxBytes) : null;
      if (!metadata) continue;
      left.bytes -= metadata.bytes;
      // a second file with the same UID is a copy
      if (!found.has(metadata.sopInstanceUID)) found.set(metadata.sopInstanceUID, { location, metadata });
    }
  } finally {
    parser.close();
  }
  if (left.files > 0)
    log.warn(
      { objectID, files: left.files },
      'files are left out of the metadata, because reading took too long',
    );
  return found;
};

/** PostgreSQL's jsonb accepts neither NUL nor half of a surrogate pair. */
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

/** @throws if the parser process sent something that was not requested */
const checked = (reply: unknown, maxBytes: number): FileMetadata => {
  const metadata = FileMetadata.parse(reply);
  if (metadata.bytes > maxBytes) throw new Error('a parser process wrote more metadata than permitted');
  return { ...metadata, attributes: JSON.stringify(JSON.parse(metadata.attributes), storable) };
};

/** Sorts instances as DICOMweb lists them, so that many consecutive ones are one range of bytes. */
const inOrder = (instances: Map<string, Instance>): Instance[] =>
  [...instances.values()].toSorted(
    ({ metadata: one, location: oneAt }, { metadata: other, location: otherAt }) =>
      compare(one.seriesInstanceUID, other.seriesInstanceUID) ||
      one.instanceNumber - other.instanceNumber ||
      oneAt.entry - otherAt.entry,
  );

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Writes the file into the store and publishes it, unless another run has the metadata. */
const store = async (context: Context, work: Work, ordered: Instance[]): Promise<void> => {
  const path = join(work.scratch, 'ordered');
  await pipeline(Readable.from(dataSets(work, ordered)), createWriteStream(path, { mode: 0o600 }));
  let offset = 0;
  const instances = ordered.map(({ location, metadata }) => {
    const moved = { location, metadata: { ...metadata, offset } };
    offset += metadata.bytes + SEPARATOR.length;
    return moved;
  });
  const write = (key: string) => context.storage.writeFrom(key, path);
  const { objectID } = work.run;
  await publishRun(context, 'object_metadata', work.run, write, {}, async (tx) => {
    await replaceInstances(tx, objectID, instances);
    const images = ordered.filter(({ metadata }) => metadata.hasPixels);
    const dates = distinctDates(images.map(({ metadata }) => metadata.dates));
    await noteDates(tx, objectID, dates, context.config.timeZone);
  });
};

async function* dataSets(work: Work, ordered: Instance[]): AsyncGenerator<Buffer | string> {
  if (ordered.length === 0) return;
  const file = await openOutput(readFileOf(work));
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
