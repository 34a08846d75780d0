/** Tissue is at least a fifth of a scan, and metal at most a sixth. */
const TISSUE_PERCENTILE = 0.8;
const LOWEST_PERCENTILE = 0.1;
const MOST_METAL = 1 / 6;
/** Enamel is at most three times as far above tissue as tissue is above air. */
const METAL_DISTANCE = 5;

/**
 * The value from which voxels of a scan are metal; infinite without metal. In cone-beam scans metal has no upper
 * bound.
 * @param sorted some values of the scan, ascending
 * @param air the value of air, used if the scan contains little or none
 */
export function metalFrom(sorted: Float64Array, air: number): number {
  const percentile = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  const lowest = Math.min(air, percentile(LOWEST_PERCENTILE));
  const tissue = percentile(TISSUE_PERCENTILE);
  const from = tissue + METAL_DISTANCE * (tissue - lowest);
  const first = sorted.findIndex((value) => value >= from);
  return first < sorted.length * (1 - MOST_METAL) ? Infinity : from;
}

/** The values below those of metal, as in `metalFrom`. */
export function withoutMetal(sorted: Float64Array, air: number): Float64Array {
  const metal = metalFrom(sorted, air);
  const first = sorted.findIndex((value) => value >= metal);
  return first < 0 ? sorted : sorted.subarray(0, first);
}
