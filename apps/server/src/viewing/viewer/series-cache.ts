import type { Context } from '../../platform/context.ts';
import { listRenditionSeries, type StoredSeries } from './queries.ts';

/** About as many studies as are viewed through one process at a time. */
const CACHED_RENDITIONS = 32;

/**
 * Caches the series of the most recently used renditions, which every request for frames needs. A rendition never
 * changes under its key. Callers check access first.
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
