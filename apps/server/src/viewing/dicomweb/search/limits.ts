/** The number of results of a search that names no limit (`usual`), and the greatest number (`most`). */
export const PAGE_SIZES = {
  studies: { usual: 100, most: 200 },
  /** series of one study */
  series: { usual: 1_000, most: 1_000 },
  /** instances of one study or series: without a limit all of them, because viewers take what they get for the whole series */
  instances: { usual: 1_000_000, most: 1_000_000 },
  /** series or instances of all studies */
  all: { usual: 200, most: 1_000 },
} as const;

/** Further studies are counted up to this number. */
export const MAX_REMAINING = 10_000;
/**
 * A search that names no study reads the series or instances of at most this many studies, because a centre has
 * millions. 200,000 instances took 8 to 12 s on a busy machine.
 */
export const MAX_STUDIES = 500;
export const MAX_IMAGES = 20_000;
/** A search waits for missing metadata if at most this many objects lack them. */
export const MAX_AWAITED = 20;
