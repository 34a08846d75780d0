import type { Tx } from '../../platform/db/client.ts';
import { enqueue, job } from '../../platform/jobs/jobs.ts';

/** For jobs that a person waits for; graphile-worker runs lower numbers first, and the default is 0. */
const URGENT = -10;

/**
 * Moves an object to the store that its studies need it in, or deletes it when no study refers to it. Run by
 * lifecycle/. 500 attempts, in the end six hours apart, span months: a cold store may be unavailable for long.
 */
export const reconcileObject = job<{ objectID: string; askedAt?: string }>('settle-object', 500);

/** `requestedAt`: when a person requested the restore and began to wait for it. */
export const enqueueReconcile = (tx: Tx, objectID: string, requestedAt?: Date): Promise<void> =>
  enqueue(
    tx,
    reconcileObject,
    { objectID, ...(requestedAt && { askedAt: requestedAt.toISOString() }) },
    { key: `settle-object:${objectID}`, ...(requestedAt && { priority: URGENT }) },
  );

/** Makes the rendition of an object. Run by renditions/. */
export const makeRendition = job<{ objectID: string }>('make-view', 5);

/** `isUrgent`: a person waits for it in the viewer; otherwise it is made in advance. */
export const enqueueRendition = (tx: Tx, objectID: string, { isUrgent = false } = {}): Promise<void> =>
  enqueue(
    tx,
    makeRendition,
    { objectID },
    { key: `make-view:${objectID}`, ...(isUrgent && { priority: URGENT }) },
  );

/** Makes the metadata of an object for DICOMweb. Run by metadata/. */
export const makeMetadata = job<{ objectID: string }>('make-metadata', 5);

/** `isUrgent`: a client waits for them; otherwise they are made in advance. */
export const enqueueMetadata = (tx: Tx, objectID: string, { isUrgent = false } = {}): Promise<void> =>
  enqueue(
    tx,
    makeMetadata,
    { objectID },
    { key: `make-metadata:${objectID}`, ...(isUrgent && { priority: URGENT }) },
  );

/** Keys in the store (`warm`) and in the cold store that no row refers to and that no run will write to again. */
export interface UnusedKeys {
  warm?: string[];
  cold?: string[];
}

/** Run by lifecycle/, never during a backup. */
export const removeUnusedKeys = job<UnusedKeys>('discard-stored', 500);

/** Commits with the change that ends the use of the keys, so that none is removed too early or forgotten. */
export const enqueueRemoval = (tx: Tx, keys: UnusedKeys): Promise<void> =>
  enqueue(tx, removeUnusedKeys, keys);
