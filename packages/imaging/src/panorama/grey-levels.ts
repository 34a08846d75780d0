/**
 * The grey values of air, soft tissue and the densest teeth in a scan. Cone-beam values are not Hounsfield
 * units, but every head contains air and soft tissue, by which a scan can be calibrated.
 */
export type GreyLevels = { air: number; softTissue: number; densest: number };

const BINS = 512;
const SAMPLE_COUNT = 150_000;
/** Percentile of soft tissue among the values above air, most of which are fat and soft tissue. */
const SOFT_TISSUE_PERCENTILE = 0.4;
/** Percentile of the densest teeth among the values above air. */
const DENSEST_PERCENTILE = 0.997;
/**
 * Upper bound of `densest` above soft tissue, in units of the step from air to soft tissue: higher values are
 * metal.
 */
const MAX_DENSEST = 2.2;
/** A scan whose densest value is not above soft tissue by this much, in the same units, contains no bone. */
const MIN_DENSEST = 0.35;

/** The head occupies more than this fraction of the field of view. */
const MIN_HEAD_FRACTION = 0.25;

/**
 * Determines the grey levels of a scan: air and soft tissue by Otsu's threshold (N. Otsu, 1979), the densest
 * teeth by a percentile. Null if the values are not those of a head.
 *
 * The lowest value is either that of voxels outside the field of view, and is excluded, or that of air clipped
 * by the machine. In the second case, the levels without it fail the check of the head's fraction, because soft
 * tissue would pass for air, and the little bone for soft tissue. Then the levels of all values are used.
 */
export function greyLevelsOf(values: Float32Array): GreyLevels | null {
  const every = Math.max(1, Math.floor(values.length / SAMPLE_COUNT));
  const all = Float32Array.from(
    { length: Math.floor(values.length / every) },
    (_, at) => values[at * every]!,
  ).sort();
  const aboveLowest = all.subarray(
    Math.max(
      0,
      all.findIndex((value) => value > all[0]! + 0.5),
    ),
  );
  return levelsOfSorted(aboveLowest, MIN_HEAD_FRACTION) ?? levelsOfSorted(all, 0);
}

function levelsOfSorted(sorted: Float32Array, minHeadFraction: number): GreyLevels | null {
  if (sorted.length < 1000) return null;
  const high = sorted[Math.floor(sorted.length * 0.98)]!;
  const threshold = otsuThreshold(sorted, sorted[0]!, high);
  const airCount = sorted.findIndex((value) => value > threshold);
  if (airCount <= 0 || sorted.length - airCount < sorted.length * minHeadFraction) return null;
  const tissue = sorted.subarray(airCount);
  const air = sorted[airCount >> 1]!;
  const softTissue = tissue[Math.floor(tissue.length * SOFT_TISSUE_PERCENTILE)]!;
  const unit = softTissue - air;
  const top = tissue[Math.floor(tissue.length * DENSEST_PERCENTILE)]!;
  if (unit <= 0 || top - softTissue < unit * MIN_DENSEST) return null;
  return { air, softTissue, densest: Math.min(top, softTissue + unit * MAX_DENSEST) };
}

/** The threshold between `low` and `high` with the largest variance between the two classes. */
function otsuThreshold(sorted: Float32Array, low: number, high: number): number {
  const counts = new Float64Array(BINS);
  const scale = BINS / Math.max(high - low, 1e-6);
  for (const value of sorted) counts[Math.min(BINS - 1, Math.floor((value - low) * scale))]! += 1;
  let total = 0;
  let weightedTotal = 0;
  counts.forEach((count, bin) => {
    total += count;
    weightedTotal += count * bin;
  });
  let below = 0;
  let weightedBelow = 0;
  let best = -1;
  let threshold = 0;
  for (let bin = 0; bin < BINS - 1; bin += 1) {
    below += counts[bin]!;
    weightedBelow += counts[bin]! * bin;
    const above = total - below;
    if (below === 0 || above === 0) continue;
    const difference = weightedBelow / below - (weightedTotal - weightedBelow) / above;
    const variance = below * above * difference * difference;
    if (variance > best) [best, threshold] = [variance, bin + 1];
  }
  return low + threshold / scale;
}
