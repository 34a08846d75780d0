import type { Context } from '../../platform/context.ts';
import { listViewSeries, type StoredSeries } from './queries.ts';

/** As many views as are looked at through one process at a time. */
const REMEMBERED = 32;

/**
 * What was made under a key never changes, and is asked for with every frame: the newest views are remembered. The
 * right to see them is asked for before.
 */
export const rememberSeries = ({ db }: Context) => {
  const known = new Map<string, StoredSeries[]>();
  return async (objectID: string, key: string): Promise<StoredSeries[]> => {
    const found = known.get(key) ?? (await listViewSeries(db, objectID));
    known.delete(key);
    known.set(key, found);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest) known.delete(oldest);
    return found;
  };
};
