import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { headersKey, pictureKeys } from '../objects/keys.ts';
import { enqueueRemoval, reconcileObject, type UnusedKeys } from '../objects/jobs.ts';
import { listRemadeKeys } from '../objects/panorama-queries.ts';
import { listPictureKeys } from '../objects/picture-queries.ts';
import {
  deleteObject,
  findObjectUnlessDeleted,
  lockObject,
  type StoredObject,
  updateObject,
} from '../objects/queries.ts';
import { deleteDerived } from '../objects/runs.ts';
import { CopyDiffers, keyOfMove, listMoveKeys, moveObject, publishRestored } from './move.ts';
import { findRequiredLocation, lockPatientsOfObject } from './queries.ts';

/** How long a restore is retried if the cold store lacks the object; after that the study waits for a new upload. */
const RETRY_PERIOD_MS = 60 * 60_000;

/**
 * Moves an object to the location that its studies require, or deletes it if there are none. Derives the next step from
 * the rows alone, so that it can be repeated after a crash and enqueued more often than necessary.
 */
export const reconcile = async (
  context: Context,
  { objectID, askedAt }: { objectID: string; askedAt?: string },
  signal: AbortSignal,
): Promise<void> => {
  const object = await findObjectUnlessDeleted(context.db, objectID);
  if (!object) return;
  const required = await findRequiredLocation(context.db, objectID);
  if (required === 'none') return deleteUnreferenced(context, objectID);
  if (required === 'archived' && object.place === 'warm') return archiveObject(context, object, signal);
  if (required === 'warm' && object.place === 'warm') return publishWarmObject(context, objectID);
  if (required === 'warm' && object.place === 'cold') return restoreObject(context, object, askedAt, signal);
};

const archiveObject = async (context: Context, object: StoredObject, signal: AbortSignal): Promise<void> => {
  const { archive, storage } = context;
  return archive ? moveObject(context, object, storage, 'cold', archive, signal) : moveToBin(context, object);
};

/** Without a cold store the object stays in the warm store until it is purged. */
const moveToBin = ({ db, clock }: Context, { id }: StoredObject): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const object = await lockObject(tx, id);
    if (object?.place !== 'warm' || (await findRequiredLocation(tx, id)) !== 'archived') return;
    await updateObject(tx, id, { place: 'bin', binnedAt: clock.now() });
    await enqueueRemoval(tx, { warm: await deleteDerived(tx, id) });
  });

/** Publishes studies that were restored before their object was moved, or while another study needed it in the warm store. */
const publishWarmObject = ({ db, clock }: Context, objectID: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockPatientsOfObject(tx, objectID);
    const object = await lockObject(tx, objectID);
    if (object?.place === 'warm') await publishRestored(tx, objectID, clock.now());
  });

const restoreObject = async (
  context: Context,
  object: StoredObject,
  askedAt: string | undefined,
  signal: AbortSignal,
): Promise<void> => {
  const { archive, storage, clock, log } = context;
  // ARCHIVE_URL was changed after the object was archived
  if (!archive) return markLost(context, object, 'there is no cold store: ARCHIVE_URL is off');
  try {
    await moveObject(context, object, archive, 'warm', storage, signal);
  } catch (cause) {
    if (!(cause instanceof ObjectMissing) && !(cause instanceof CopyDiffers)) throw cause;
    const waitedMs = askedAt ? clock.now().getTime() - Date.parse(askedAt) : 0;
    log.error({ err: cause, objectID: object.id }, 'the cold store lacks an object or has a damaged copy');
    // retried for a while, because objects also seem lost while the disk of the cold store is not mounted
    if (waitedMs < RETRY_PERIOD_MS) throw cause;
    await markLost(context, object, cause.message);
  }
};

/** Makes the studies wait for a new upload. Keeps the copy in the cold store, which may be repairable. */
const markLost = ({ db, log }: Context, { id, moves }: StoredObject, reason: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const object = await lockObject(tx, id);
    if (object?.place !== 'cold' || object.moves !== moves) return;
    await updateObject(tx, id, { place: 'lost' });
    // an attempt may have written a copy that differs
    await enqueueRemoval(tx, { warm: [keyOfMove({ id, moves }, 'warm')] });
    log.error({ objectID: id, reason }, 'an object is lost: its restored studies wait for a new upload');
  });

/** Deletes an object to which no study refers, not even one in the bin. */
const deleteUnreferenced = (context: Context, objectID: string): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const unused = await deleteUnreferencedRows(context, tx, objectID);
    if (unused) await enqueueRemoval(tx, unused);
  });

/**
 * Deletes the rows of an object to which no study refers and returns the keys that become unused. Undefined if a study
 * refers to it, or it has no rows.
 */
export const deleteUnreferencedRows = async (
  { archive }: Pick<Context, 'archive'>,
  tx: Tx,
  objectID: string,
): Promise<Required<UnusedKeys> | undefined> => {
  const object = await lockObject(tx, objectID);
  if (!object || (await findRequiredLocation(tx, objectID)) !== 'none') return undefined;
  const pictures = await listPictureKeys(tx, objectID);
  const remade = await listRemadeKeys(tx, objectID);
  const derivedKeys = await deleteDerived(tx, objectID);
  await deleteObject(tx, objectID);
  const isCold = object.place === 'cold' || object.place === 'lost';
  const moves = listMoveKeys(object);
  const warm = [
    // also the keys that processing writes: the rows may refer to the pictures of a corrected panorama instead
    ...pictures.map(({ key }) => key),
    ...remade,
    ...Object.values(pictureKeys(objectID)),
    ...derivedKeys,
    headersKey(objectID),
    ...moves.warm,
    ...(isCold ? [] : [object.key]),
  ];
  const cold = [...(archive ? moves.cold : []), ...(isCold ? [object.key] : [])];
  return { warm: [...new Set(warm)], cold: [...new Set(cold)] };
};

export const reconcileObjectJob = handle(reconcileObject, { pool: 'moving', run: reconcile });
