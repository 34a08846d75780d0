import { createHash } from 'node:crypto';
import { portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Storage } from '../../platform/outside/storage/storage.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { enqueueMetadata, enqueueRemoval, type UnusedKeys } from '../objects/jobs.ts';
import { isUndated, lockObject, type StoredObject, updateObject } from '../objects/queries.ts';
import { deleteDerived } from '../objects/runs.ts';
import { publishRestoredStudies } from '../studies/study-rows/state-queries.ts';
import { findRequiredLocation, lockPatientsOfObject } from './queries.ts';

type StoreName = 'warm' | 'cold';

/** The copy has another size or SHA-256 than the database records for the object. */
export class CopyDiffers extends Error {
  override name = 'CopyDiffers';
}

/** The key contains the number of the move, so that other moves neither remove nor overwrite the object. */
export const keyOfMove = ({ id, moves }: Pick<StoredObject, 'id' | 'moves'>, to: StoreName) =>
  `${to === 'cold' ? 'archive' : 'studies'}/${id}.${moves + 1}.zip`;

/** The keys of all moves of an object between the stores, also of one that did not finish. */
export const listMoveKeys = ({ id, moves }: StoredObject): Required<UnusedKeys> => {
  const numbers = Array.from({ length: moves + 1 }, (_, i) => i);
  return {
    warm: numbers.map((number) => keyOfMove({ id, moves: number }, 'warm')),
    cold: numbers.map((number) => keyOfMove({ id, moves: number }, 'cold')),
  };
};

/**
 * Moves an object into the other store: copies it, reads the copy back and compares it, and then updates the row and
 * enqueues the removal of the original in one transaction. After a crash before that, the move starts over with the
 * same key.
 */
export const moveObject = async (
  context: Context,
  object: StoredObject,
  from: Storage,
  to: StoreName,
  target: Storage,
  signal: AbortSignal,
): Promise<void> => {
  const key = keyOfMove(object, to);
  await from.copyTo(object.key, target, key);
  await verifyCopy(target, key, object, signal);
  await context.db.transaction().execute((tx) => commitMove(context, tx, object, to, key));
};

const verifyCopy = async (
  store: Storage,
  key: string,
  { sizeBytes, sha256 }: StoredObject,
  signal: AbortSignal,
): Promise<void> => {
  const hash = createHash('sha256');
  let readBytes = 0;
  for await (const chunk of await store.read(key)) {
    signal.throwIfAborted();
    hash.update(chunk);
    readBytes += chunk.length;
  }
  if (readBytes !== sizeBytes)
    throw new CopyDiffers(`the copy has ${readBytes} bytes instead of ${sizeBytes}`);
  if (!hash.digest().equals(sha256)) throw new CopyDiffers('the SHA-256 of the copy differs');
};

const commitMove = async (
  { clock }: Context,
  tx: Tx,
  object: StoredObject,
  to: StoreName,
  key: string,
): Promise<void> => {
  await lockPatientsOfObject(tx, object.id);
  const current = await lockObject(tx, object.id);
  // another run completed this move, and the key is its copy; or the object was deleted, and nothing uses the key
  if (current?.moves !== object.moves)
    return current?.key === key ? undefined : enqueueRemoval(tx, { [to]: [key] });
  const moves = object.moves + 1;
  const isRequired = (await findRequiredLocation(tx, object.id)) === (to === 'cold' ? 'archived' : 'warm');
  if (!isRequired) {
    // restored or archived again during the copying; the number is consumed, so that no later move reuses the key
    await updateObject(tx, object.id, { moves });
    return enqueueRemoval(tx, { [to]: [key] });
  }
  await updateObject(tx, object.id, { place: to, key, moves });
  const derivedKeys = to === 'cold' ? await deleteDerived(tx, object.id) : [];
  await enqueueRemoval(tx, to === 'cold' ? { warm: [object.key, ...derivedKeys] } : { cold: [object.key] });
  if (to === 'warm') await publishRestored(tx, object.id, clock.now());
};

/** Makes the restored studies of the object «done»; their age counts from now. */
export const publishRestored = async (tx: Tx, objectID: string, now: Date): Promise<void> => {
  for (const study of await publishRestoredStudies(tx, objectID, now)) {
    await record(tx, portalInitiator, { action: 'study.publish', ...study });
    await publishStudyChange(tx, study);
  }
  if (await isUndated(tx, objectID)) await enqueueMetadata(tx, objectID, { isBackground: true });
};
