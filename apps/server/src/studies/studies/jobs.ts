import type { Tx } from '../../platform/db/client.ts';
import { enqueue, job } from '../../platform/jobs/jobs.ts';

/** Keeps the marks of the common list few and even; done by marks.ts. */
export const maintainListCursors = job<Record<string, never>>('tend-list-marks', 1);

/**
 * Brings a study's object to where its studies want it; done in lifecycle/. Tried for months, every six hours in the
 * end: a cold store may be away for long.
 */
export const reconcileObject = job<{ objectID: string; askedAt?: string }>('settle-object', 500);

/** Somebody waits for what she asked for; what only grows old can wait. */
const URGENT = -10;

/** `askedAt`: when a person asked for the object, who waits for it. */
export const enqueueReconcile = (tx: Tx, objectID: string, askedAt?: Date): Promise<void> =>
  enqueue(
    tx,
    reconcileObject,
    { objectID, ...(askedAt && { askedAt: askedAt.toISOString() }) },
    { key: `settle-object:${objectID}`, ...(askedAt && { priority: URGENT }) },
  );

/** Makes what the online viewer shows of an object; done in views/. */
export const makeRendition = job<{ objectID: string }>('make-view', 5);

/** `atOnce`: somebody waits for it; else it is made in advance. */
export const enqueueRendition = (tx: Tx, objectID: string, { atOnce = false } = {}): Promise<void> =>
  enqueue(
    tx,
    makeRendition,
    { objectID },
    { key: `make-view:${objectID}`, ...(atOnce && { priority: URGENT }) },
  );

/** Keys that nothing refers to any more and that nothing will ever be written to again. */
export interface Discarded {
  warm?: string[];
  cold?: string[];
}

/** Done in lifecycle/, never while a backup is made. */
export const discardStored = job<Discarded>('discard-stored', 500);

/** Commits with the change that makes the keys useless, so that none is removed before and none is forgotten. */
export const discard = (tx: Tx, keys: Discarded): Promise<void> => enqueue(tx, discardStored, keys);
