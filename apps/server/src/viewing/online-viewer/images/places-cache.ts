import type { Context } from '../../../platform/context.ts';
import type { SeriesRanges } from '../../../studies/renditions/packed-frames.ts';
import { listSeriesPlaces } from '../viewed-study/queries.ts';

/** About as many studies as are viewed through one process at a time. */
const CACHED_RENDITIONS = 32;
/** Each frame has one number per level: this is 8 MB. A scan of 800 slices has 1,300. */
const CACHED_FRAMES = 1_000_000;

const framesOf = (places: SeriesRanges[]) =>
  places
    .flatMap(({ levels }) => Object.values(levels))
    .reduce((frames, { lengths }) => frames + lengths.length, places.length);

/**
 * Caches where the frames of the most recently used renditions are, which every request for frames needs. A rendition
 * never changes under its key. Callers check access first.
 */
export const cachePlaces = ({ db }: Context) => {
  const cache = new Map<string, { places: SeriesRanges[]; frames: number }>();
  let cachedFrames = 0;
  const remove = (key: string) => {
    cachedFrames -= cache.get(key)?.frames ?? 0;
    cache.delete(key);
  };

  return async (objectID: string, key: string): Promise<SeriesRanges[]> => {
    const places = cache.get(key)?.places ?? (await listSeriesPlaces(db, objectID));
    remove(key);
    const frames = framesOf(places);
    cache.set(key, { places, frames });
    cachedFrames += frames;
    // a map iterates in insertion order, so the least recently used one comes first
    for (const oldest of cache.keys()) {
      if (cache.size <= CACHED_RENDITIONS && cachedFrames <= CACHED_FRAMES) break;
      remove(oldest);
    }
    return places;
  };
};
