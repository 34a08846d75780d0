import type { Context } from '../../platform/context.ts';
import { deleteArtifact } from '../objects/runs.ts';
import { listMetadataKeys } from './queries.ts';

/**
 * Deletes the rows of metadata whose object is missing from the store, so that they are made again: derived data may be
 * deleted at any time. Returns whether there were any.
 */
export const deleteLostMetadata = async ({ db, storage }: Context, objectIDs: string[]): Promise<boolean> => {
  let isAnyLost = false;
  for (const { objectID, key } of await listMetadataKeys(db, objectIDs)) {
    if (await storage.head(key)) continue;
    await deleteArtifact(db, 'object_metadata', objectID);
    isAnyLost = true;
  }
  return isAnyLost;
};
