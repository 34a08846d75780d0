import type { Tx } from '../db/client.ts';
import { enqueue, job } from '../jobs.ts';

/** Archives what has grown old and empties the bin. */
export const lookAfterStudies = job<Record<string, never>>('look-after-studies', 1);

/** Asks for the looks of the coming minute. */
export const planLooks = job<Record<string, never>>('plan-looks', 1);

/** Keys that nothing refers to any more and that nothing will ever be written to again. */
export interface Discarded {
  warm?: string[];
  cold?: string[];
}

export const discardStored = job<Discarded>('discard-stored', 500);

/** Commits with the change that makes the keys useless, so that none is removed before and none is forgotten. */
export const discard = (tx: Tx, keys: Discarded): Promise<void> => enqueue(tx, discardStored, keys);
