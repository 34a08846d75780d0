import { createHash } from 'node:crypto';
import { portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Storage } from '../../platform/outside/storage/storage.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { enqueueRemoval } from '../objects/jobs.ts';
import { lockObject, type StoredObject, updateObject } from '../objects/queries.ts';
import { deleteRendition } from '../renditions/queries.ts';
import { publishRestoredStudies } from '../studies/state-queries.ts';
import { findRequiredLocation, lockPatientsOfObject } from './queries.ts';

type StoreName = 'warm' | 'cold';

/** What was read back is not what the database says of the object. */
export class CopyDiffers extends Error {
  override name = 'CopyDamaged';
}

/** Numbered by the move, and so written by this move alone: no other run can remove it, or find it half replaced. */
const keyOfMove = ({ id, moves }: StoredObject, to: StoreName) =>
  `${to === 'cold' ? 'archive' : 'studies'}/${id}.${moves + 1}.zip`;

/**
 * Carries an object into the other store. Copied, read back and compared first; then the row says where it is, and
 * the job that removes the first copy commits with that. Killed anywhere before, it begins anew under the same key.
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

/** Reads every byte of the copy back. */
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
  if (readBytes !== sizeBytes) throw new CopyDiffers(`${readBytes} bytes instead of ${sizeBytes}`);
  if (!hash.digest().equals(sha256)) throw new CopyDiffers('the SHA-256 is another');
};

const commitMove = async (
  { clock }: Context,
  tx: Tx,
  object: StoredObject,
  to: StoreName,
  key: string,
): Promise<void> => {
  await lockPatientsOfObject(tx, object.id);
  const now = await lockObject(tx, object.id);
  // another run of this job was faster, or the object was purged: what we made is its own copy, or nobody's
  if (now?.moves !== object.moves) return now?.key === key ? undefined : enqueueRemoval(tx, { [to]: [key] });
  const moves = object.moves + 1;
  const wanted = (await findRequiredLocation(tx, object.id)) === (to === 'cold' ? 'away' : 'at-hand');
  if (!wanted) {
    // somebody thought better of it while we were copying; the number is used up, so that the copy can be removed
    await updateObject(tx, object.id, { moves });
    return enqueueRemoval(tx, { [to]: [key] });
  }
  await updateObject(tx, object.id, { place: to, key, moves });
  // what was made of it to be looked at is made again when it is looked at
  const views = to === 'cold' ? await deleteRendition(tx, object.id) : [];
  await enqueueRemoval(tx, to === 'cold' ? { warm: [object.key, ...views] } : { cold: [object.key] });
  if (to === 'warm') await publishRestored(tx, object.id, clock.now());
};

/** Everybody who waited for the object has it, and its age begins again. */
export const publishRestored = async (tx: Tx, objectID: string, now: Date): Promise<void> => {
  for (const study of await publishRestoredStudies(tx, objectID, now)) {
    await record(tx, portalInitiator, { action: 'study.publish', ...study });
    await publishStudyChange(tx, study);
  }
};
