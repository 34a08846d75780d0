import type { Context } from '../../platform/context.ts';
import { ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { headersKey, pictureKeys } from '../objects/keys.ts';
import { enqueueRemoval, type UnusedKeys } from '../objects/jobs.ts';
import { listPictureKeys } from '../objects/picture-queries.ts';
import {
  deleteObject,
  findObjectUnlessDeleted,
  lockObject,
  type StoredObject,
  updateObject,
} from '../objects/queries.ts';
import { deleteRendition } from '../renditions/queries.ts';
import { CopyDiffers, moveObject, publishRestored } from './move.ts';
import { findRequiredLocation, lockPatientsOfObject } from './queries.ts';

/** For so long a restored study waits for a cold store that gives nothing back; then for a new upload. */
const RETRY_PERIOD_MS = 60 * 60_000;

/**
 * Brings an object to where its studies want it, from wherever it is: at hand, in the cold store, or nowhere. It looks
 * at rows and does the one next thing, so it can be killed and begun again, and asked for once too often.
 */
export const reconcile = async (
  context: Context,
  { objectID, askedAt }: { objectID: string; askedAt?: string },
  signal: AbortSignal,
): Promise<void> => {
  const object = await findObjectUnlessDeleted(context.db, objectID);
  if (!object) return;
  const wish = await findRequiredLocation(context.db, objectID);
  if (wish === 'nowhere') return deleteUnreferenced(context, objectID);
  if (wish === 'away' && object.place === 'warm') return archiveObject(context, object, signal);
  if (wish === 'at-hand' && object.place === 'warm') return publishWarmObject(context, objectID);
  if (wish === 'at-hand' && object.place === 'cold') return restoreObject(context, object, askedAt, signal);
};

const archiveObject = async (context: Context, object: StoredObject, signal: AbortSignal): Promise<void> => {
  const { archive, storage } = context;
  return archive
    ? moveObject(context, object, storage, 'cold', archive, signal)
    : moveToBin(context, object);
};

/** Without a cold store the object's days are counted; until then its bytes stay where they are. */
const moveToBin = ({ db, clock }: Context, { id }: StoredObject): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const object = await lockObject(tx, id);
    if (object?.place !== 'warm' || (await findRequiredLocation(tx, id)) !== 'away') return;
    await updateObject(tx, id, { place: 'bin', binnedAt: clock.now() });
    await enqueueRemoval(tx, { warm: await deleteRendition(tx, id) });
  });

/** Restored before it was carried away, or while another study used it. */
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
  // the setting was changed since it was carried there
  if (!archive) return markLost(context, object, 'the cold store is switched off');
  try {
    await moveObject(context, object, archive, 'warm', storage, signal);
  } catch (cause) {
    if (!(cause instanceof ObjectMissing) && !(cause instanceof CopyDiffers)) throw cause;
    const waitedMs = askedAt ? clock.now().getTime() - Date.parse(askedAt) : 0;
    log.error({ err: cause, objectID: object.id }, 'the cold store did not give an object back');
    // a disk that is not mounted yet loses everything too
    if (waitedMs < RETRY_PERIOD_MS) throw cause;
    await markLost(context, object, cause.message);
  }
};

/** The study waits for a new upload. What the cold store has is left alone: somebody may be able to repair it. */
const markLost = ({ db, log }: Context, { id, moves }: StoredObject, reason: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const object = await lockObject(tx, id);
    if (object?.place !== 'cold' || object.moves !== moves) return;
    await updateObject(tx, id, { place: 'lost' });
    log.error({ objectID: id, reason }, 'an object is lost to its studies');
  });

/** No study refers to it any more, not even one in the bin. */
const deleteUnreferenced = ({ db }: Context, objectID: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const object = await lockObject(tx, objectID);
    if (!object || (await findRequiredLocation(tx, objectID)) !== 'nowhere') return;
    const pictures = await listPictureKeys(tx, objectID);
    const views = await deleteRendition(tx, objectID);
    await deleteObject(tx, objectID);
    const isWarm = object.place === 'warm' || object.place === 'bin';
    const isCold = object.place === 'cold' || object.place === 'lost';
    await enqueueRemoval(tx, {
      warm: [
        // what processing wrote too: another panorama may have taken its place
        ...new Set([...pictures.map(({ key }) => key), ...Object.values(pictureKeys(objectID))]),
        ...views,
        headersKey(objectID),
        ...(isWarm ? [object.key] : []),
      ],
      cold: isCold ? [object.key] : [],
    });
  });

export const removeKeys = async (
  { storage, archive, log }: Context,
  { warm = [], cold = [] }: UnusedKeys,
): Promise<void> => {
  for (const key of warm) await storage.remove(key);
  if (archive) for (const key of cold) await archive.remove(key);
  else if (cold.length > 0) log.warn({ keys: cold }, 'left in a cold store that is switched off');
};
