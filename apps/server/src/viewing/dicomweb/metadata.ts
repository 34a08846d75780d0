import { setTimeout as pause } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { Context } from '../../platform/context.ts';
import { Problem } from '../../platform/errors.ts';
import { after } from '../../platform/outside/clock.ts';
import { sentences } from '../../platform/sentences.ts';
import { enqueueMetadata } from '../../studies/objects/jobs.ts';
import { listMetadataStates } from '../../studies/metadata/queries.ts';
import { eachInstance, type Instance, type Selection } from './instances.ts';

/** Most studies take less; clients and proxies wait for a minute. */
const WAIT_MS = 20_000;
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

interface Range {
  key: string;
  start: number;
  end: number;
}

/** Consecutive data sets are one range, which is read from the store in one request. */
async function* rangesOf(instances: AsyncIterable<Instance>): AsyncGenerator<Range> {
  let range = null as Range | null;
  for await (const { metadataKey: key, metadataOffset: start, metadataBytes } of instances) {
    const end = start + metadataBytes;
    if (range?.key === key && range.end + SEPARATOR_BYTES === start) range.end = end;
    else {
      if (range) yield range;
      range = { key, start, end };
    }
  }
  if (range) yield range;
}

async function* arrayOf({ storage }: Context, ranges: AsyncIterable<Range>): AsyncGenerator<Uint8Array> {
  let before = '[';
  for await (const { key, ...range } of ranges) {
    yield Buffer.from(before);
    yield* await storage.read(key, range);
    before = ',';
  }
  yield Buffer.from(before === '[' ? '[]' : ']');
}

/** The metadata of the selected instances as a JSON array, copied from the store while they are sent. */
export const streamMetadata = (context: Context, selection: Selection): Readable =>
  Readable.from(arrayOf(context, rangesOf(eachInstance(context, selection))), { objectMode: false });
