import type { Context } from '../../platform/context.ts';
import { listRenditionSeries, type StoredSeries } from './queries.ts';

/** As many views as are looked at through one process at a time. */
const CACHED_RENDITIONS = 32;

/**
 * What was made under a key never changes, and is asked for with every frame: the newest views are remembered. The
 * right to see them is asked for before.
 */
export const cacheSeries = ({ db }: Context) => {
  const cache = new Map<string, StoredSeries[]>();
  return async (objectID: string, key: string): Promise<StoredSeries[]> => {
    const found = cache.get(key) ?? (await listRenditionSeries(db, objectID));
    cache.delete(key);
    cache.set(key, found);
    const [oldest] = cache.keys();
    if (cache.size > CACHED_RENDITIONS && oldest) cache.delete(oldest);
    return found;
  };
};
