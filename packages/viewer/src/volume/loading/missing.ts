import type { Level, VolumeSeries } from '../../study/study.ts';

/**
 * The slices of a level that were not measured. A slice of a coarse level is the mean of `factor` slices of the
 * full volume, and missing if all of them are.
 */
export function missingIn({ missing = [], frameCount }: VolumeSeries, { factor }: Level): number[] {
  const group = (slice: number) => Math.floor(slice / factor[2]);
  const inGroup = Map.groupBy(missing, group);
  const count = (at: number) => Math.min(frameCount, (at + 1) * factor[2]) - at * factor[2];
  return [...inGroup].filter(([at, slices]) => slices.length === count(at)).map(([at]) => at);
}
