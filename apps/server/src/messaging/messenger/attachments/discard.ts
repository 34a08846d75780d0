import type { Tx } from '../../../platform/db/client.ts';
import { job } from '../../../platform/jobs/jobs.ts';
import { enqueueRemoval } from '../../../studies/objects/jobs.ts';
import { deleteUnsent } from './queries.ts';

/** Deletes the attachment. Returns false, and deletes nothing, if a message refers to it. */
export const discardUnsent = async (tx: Tx, attachmentUUID: string): Promise<boolean> => {
  const row = await deleteUnsent(tx, attachmentUUID);
  if (!row) return false;
  await enqueueRemoval(tx, { warm: [row.key, ...(row.thumbnailKey === null ? [] : [row.thumbnailKey])] });
  return true;
};

export const discardAttachment = job('discard-attachment', {
  attempts: 12,
  pool: 'short',
  run: async ({ db }, { attachmentUUID }: { attachmentUUID: string }) => {
    await db.transaction().execute((tx) => discardUnsent(tx, attachmentUUID));
  },
});
