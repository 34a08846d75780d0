import type { Tx } from '../../platform/db/client.ts';
import { enqueue, job, jobKey, type QueuedJob } from '../../platform/jobs/jobs.ts';

/**
 * Moves an object to the store in which its studies need it, or deletes it if no study refers to it. Run by
 * lifecycle/. 500 attempts, in the end six hours apart, span months: a cold store may be unavailable for long.
 */
export const reconcileObject: QueuedJob<'move-or-delete-object', { objectID: string; askedAt?: string }> = {
  name: 'move-or-delete-object',
  formerly: ['settle-object'],
  attempts: 500,
};

/** `requestedAt`: when a person requested the restore and began to wait for it. */
export const enqueueReconcile = (tx: Tx, objectID: string, requestedAt?: Date): Promise<void> =>
  enqueue(
    tx,
    reconcileObject,
    { objectID, ...(requestedAt && { askedAt: requestedAt.toISOString() }) },
    { key: jobKey(reconcileObject, objectID), isUrgent: requestedAt !== undefined },
  );

/** Makes the rendition of an object. Run by renditions/. */
export const makeRendition: QueuedJob<'make-rendition', { objectID: string }> = {
  name: 'make-rendition',
  formerly: ['make-view'],
  attempts: 5,
};

interface Haste {
  isUrgent?: boolean;
  isBackground?: boolean;
}

/** `isUrgent`: a person waits for it in the viewer; otherwise it is made in advance. */
export const enqueueRendition = (tx: Tx, objectID: string, haste: Haste = {}): Promise<void> =>
  enqueue(tx, makeRendition, { objectID }, { key: jobKey(makeRendition, objectID), ...haste });

/** Makes the metadata of an object for DICOMweb. Run by metadata/. */
export const makeMetadata: QueuedJob<'make-metadata', { objectID: string }> = {
  name: 'make-metadata',
  attempts: 5,
};

/** `isUrgent`: a client waits for them; otherwise they are made in advance, or in the background for an old object. */
export const enqueueMetadata = (tx: Tx, objectID: string, haste: Haste = {}): Promise<void> =>
  enqueue(tx, makeMetadata, { objectID }, { key: `make-metadata:${objectID}`, ...haste });

/** Keys in the store (`warm`) and in the cold store that no row refers to and that no run will write to again. */
export interface UnusedKeys {
  warm?: string[];
  cold?: string[];
}

export const removeUnusedKeys = job('delete-unused-files', {
  formerly: ['discard-stored'],
  attempts: 500,
  pool: 'short',
  removesObjects: true,
  run: async ({ storage, archive, log }, { warm = [], cold = [] }: UnusedKeys) => {
    for (const key of warm) await storage.remove(key);
    if (archive) for (const key of cold) await archive.remove(key);
    else if (cold.length > 0)
      log.warn({ keys: cold }, 'unused files stay in the cold store, because ARCHIVE_URL is off');
  },
});

/** Commits with the change that ends the use of the keys, so that none is removed too early or forgotten. */
export const enqueueRemoval = (tx: Tx, keys: UnusedKeys): Promise<void> =>
  enqueue(tx, removeUnusedKeys, keys);
