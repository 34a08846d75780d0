import { setTimeout as pause } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import { Problem } from '../../../platform/errors/errors.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { enqueueMetadata } from '../../../studies/objects/jobs.ts';
import { listMetadataStates } from '../../../studies/metadata/queries.ts';
import { withBulkDataURIs } from './bulk-data.ts';
import { eachInstance, type Instance, type Selection } from '../instance-rows/instances.ts';
import { sentences } from '../sentences.ts';

/** Most studies take less; clients and proxies wait for a minute. */
export const WAIT_MS = 20_000;
const LOOK_EVERY_MS = 200;
const RETRY_AFTER_SECONDS = 15;

/**
 * Waits until a worker has made the metadata of these objects, and queues the jobs if they are missing: for studies of
 * earlier versions and restored ones. Requests for the same objects wait together.
 * @throws Problem 503 when it takes longer
 */
export const openMetadataWait = (context: Context) => {
  const pending = new Map<string, Promise<void>>();
  return (objectIDs: string[]): Promise<void> => {
    const key = objectIDs.join();
    const waiting =
      pending.get(key) ?? waitForMetadata(context, objectIDs).finally(() => pending.delete(key));
    pending.set(key, waiting);
    return waiting;
  };
};

const waitForMetadata = async ({ db, clock }: Context, objectIDs: string[]): Promise<void> => {
  const deadline = after(clock.now(), WAIT_MS);
  const listMissing = async () => (await listMetadataStates(db, objectIDs)).filter(({ isReady }) => !isReady);
  const missing = await listMissing();
  if (missing.length === 0) return;
  for (const { objectID, isQueued } of missing) {
    if (!isQueued) await enqueueMetadata(db, objectID, { isUrgent: true });
  }
  while (clock.now() < deadline) {
    await pause(LOOK_EVERY_MS);
    const remaining = await listMissing();
    if (remaining.length === 0) return;
    // a job that has failed for good, or found the object archived
    if (remaining.some(({ isQueued }) => !isQueued)) break;
  }
  throw new Problem(503, sentences.dicomMetadataPending, RETRY_AFTER_SECONDS);
};

/** The separator that `studies/metadata/` writes between two data sets. */
const SEPARATOR_BYTES = 2;
/** Limit on the instances of one range, whose rows are in memory. */
const MAX_INSTANCES = 1000;

interface Range {
  key: string;
  start: number;
  end: number;
  instances: Instance[];
}

/** Consecutive data sets are one range, which is read from the store in one request. */
async function* rangesOf(instances: AsyncIterable<Instance>): AsyncGenerator<Range> {
  let range = null as Range | null;
  for await (const instance of instances) {
    const { metadataKey: key, metadataOffset: start, metadataBytes } = instance;
    const end = start + metadataBytes;
    const isNext = range?.key === key && range.end + SEPARATOR_BYTES === start;
    if (range && isNext && range.instances.length < MAX_INSTANCES) {
      range.end = end;
      range.instances.push(instance);
    } else {
      if (range) yield range;
      range = { key, start, end, instances: [instance] };
    }
  }
  if (range) yield range;
}

/** The data sets of a range one by one; none is long (`MAX_MODEL_BYTES`). */
async function* dataSetsOf(
  bytes: AsyncIterable<Uint8Array>,
  { instances }: Range,
): AsyncGenerator<[Instance, Buffer]> {
  let pieces: Buffer = Buffer.alloc(0);
  let next = 0;
  for await (const chunk of bytes) {
    pieces = Buffer.concat([pieces, chunk]);
    for (let instance = instances[next]; instance; instance = instances[next]) {
      const isLast = next === instances.length - 1;
      const end = instance.metadataBytes + (isLast ? 0 : SEPARATOR_BYTES);
      if (pieces.length < end) break;
      yield [instance, pieces.subarray(0, instance.metadataBytes)];
      pieces = pieces.subarray(end);
      next += 1;
    }
  }
}

/** The address of an instance, for what its metadata do not contain. */
type AddressOf = (instance: Instance) => string;

async function* arrayOf(
  { storage }: Context,
  ranges: AsyncIterable<Range>,
  addressOf: AddressOf | null,
): AsyncGenerator<Uint8Array> {
  let before = '[';
  for await (const range of ranges) {
    const bytes = await storage.read(range.key, { start: range.start, end: range.end });
    if (!addressOf) {
      yield Buffer.from(before);
      yield* bytes;
      before = ',';
      continue;
    }
    for await (const [instance, json] of dataSetsOf(bytes, range)) {
      yield Buffer.from(before);
      yield withBulkDataURIs(json, { hasPixels: instance.hasPixels, address: addressOf(instance) });
      before = ',';
    }
  }
  yield Buffer.from(before === '[' ? '[]' : ']');
}

/**
 * The metadata of the selected instances as a JSON array, copied from the store while they are sent; with the addresses of bulk data
 * if `addressOf` is given.
 */
export const streamMetadata = (
  context: Context,
  selection: Selection,
  addressOf: AddressOf | null = null,
): Readable =>
  Readable.from(arrayOf(context, rangesOf(eachInstance(context, selection)), addressOf), {
    objectMode: false,
  });
