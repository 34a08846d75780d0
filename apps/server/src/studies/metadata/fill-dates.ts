import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { enqueue, handle, type QueuedJob } from '../../platform/jobs/jobs.ts';
import { ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { enqueueMetadata } from '../objects/jobs.ts';
import { decideStudiesOf, noteDates } from '../studies/examination/note-dates.ts';
import { listUndated, type UndatedObject } from './queries.ts';
import { readStoredDates } from './read-dates.ts';

/** Progress of the job: the last object seen, and the number of objects seen. */
interface Position {
  after?: string;
  seen?: number;
}

/** Queued by migration 0138. */
const queued: QueuedJob<'fill-examination-dates', Position> = {
  name: 'fill-examination-dates',
  attempts: 12,
};

/** The metadata of a scan with 400 slices are some 5 MB, which take a tenth of a second; users may wait for the pool. */
const BATCH_SIZE = 5;
const LOGGED_EVERY = 200 * BATCH_SIZE;

type Found = 'unknown' | Awaited<ReturnType<typeof readStoredDates>>;

/** An archived object is not fetched. An object without metadata gets them by their own job, which stores the dates too. */
const datesOf = async ({ storage, log }: Context, object: UndatedObject): Promise<Found> => {
  if (object.place !== 'warm') return 'unknown';
  if (object.key === null) return object.hasSeries ? 'unknown' : [];
  try {
    return await readStoredDates(storage, object.key);
  } catch (cause) {
    // metadata that are missing or damaged are made again
    const isUnreadable = cause instanceof ObjectMissing || cause instanceof SyntaxError;
    if (!isUnreadable) throw cause;
    log.warn({ err: cause, objectID: object.id }, 'could not read the dates of images from their metadata');
    return 'unknown';
  }
};

const store = async (tx: Tx, object: UndatedObject, dates: Found, timeZone: string): Promise<void> => {
  if (dates !== 'unknown') return noteDates(tx, object.id, dates, timeZone);
  await decideStudiesOf(tx, object.id, timeZone);
  if (object.place === 'warm' && object.hasSeries)
    await enqueueMetadata(tx, object.id, { isBackground: true });
};

/**
 * Dates the studies that are older than migration 0138, a batch of objects at a time. Each object commits on its own;
 * an interrupted batch begins again and skips what is stored. @internal
 */
export const fillDates = async (
  context: Context,
  { after, seen = 0 }: Position,
  signal: AbortSignal,
  size = BATCH_SIZE,
): Promise<void> => {
  const { db, log, config } = context;
  const objects = await listUndated(db, after, size);
  for (const object of objects) {
    if (signal.aborted) break;
    const dates = await datesOf(context, object);
    await db.transaction().execute((tx) => store(tx, object, dates, config.timeZone));
  }
  const total = seen + objects.length;
  const last = objects.at(-1);
  if (last === undefined) return log.info({ seen }, 'the examinations of all earlier studies are dated');
  if (Math.floor(total / LOGGED_EVERY) > Math.floor(seen / LOGGED_EVERY))
    log.info({ seen: total }, 'dating the examinations of earlier studies');
  const next = signal.aborted ? { ...(after && { after }), seen } : { after: last.id, seen: total };
  await enqueue(db, queued, next, { key: queued.name, isBackground: true });
};

export const fillExaminationDates = handle(queued, {
  pool: 'describing',
  run: (context, position, signal) => fillDates(context, position, signal),
});
