/** What a scan's own numbers mean: cone-beam values are not Hounsfield's, but air and flesh are in every head. */
export type GreyLevels = { air: number; flesh: number; dense: number };

const BINS = 512;
const SAMPLED = 150_000;
/** Of what is not air, fat and flesh are most, and bone the rest. */
const FLESH_PART = 0.4;
/** The densest teeth take more than this part of what is not air. */
const DENSE_PART = 0.997;
/** Parts of the step from air to flesh that the densest teeth may lie above flesh: metal is no measure. */
const DENSEST = 2.2;
/** Without anything denser than this there is no bone. */
const LEAST_DENSE = 0.35;

/** The head fills more than this part of what a machine sees. */
const LEAST_HEAD = 0.25;

/**
 * Air and flesh by Otsu's threshold between them (N. Otsu, 1979), the densest by its share. The lowest value of all is
 * either what the machine writes where it saw nothing, and then left out, or air itself, cut off by the machine: then
 * without it flesh would be taken for air, and bone, which is little, for flesh. Null when the values are not a head's.
 */
export function greyLevelsOf(values: Float32Array): GreyLevels | null {
  const every = Math.max(1, Math.floor(values.length / SAMPLED));
  const all = Float32Array.from(
    { length: Math.floor(values.length / every) },
    (_, at) => values[at * every]!,
  ).sort();
  const seen = all.subarray(
    Math.max(
      0,
      all.findIndex((value) => value > all[0]! + 0.5),
    ),
  );
  return levelsIn(seen, LEAST_HEAD) ?? levelsIn(all, 0);
}

function levelsIn(sorted: Float32Array, leastHead: number): GreyLevels | null {
  if (sorted.length < 1000) return null;
  const high = sorted[Math.floor(sorted.length * 0.98)]!;
  const threshold = otsu(sorted, sorted[0]!, high);
  const airs = sorted.findIndex((value) => value > threshold);
  if (airs <= 0 || sorted.length - airs < sorted.length * leastHead) return null;
  const above = sorted.subarray(airs);
  const [air, flesh] = [sorted[airs >> 1]!, above[Math.floor(above.length * FLESH_PART)]!];
  const unit = flesh - air;
  const top = above[Math.floor(above.length * DENSE_PART)]!;
  if (unit <= 0 || top - flesh < unit * LEAST_DENSE) return null;
  return { air, flesh, dense: Math.min(top, flesh + unit * DENSEST) };
}

function otsu(sorted: Float32Array, low: number, high: number): number {
  const counts = new Float64Array(BINS);
  const scale = BINS / Math.max(high - low, 1e-6);
  for (const value of sorted) counts[Math.min(BINS - 1, Math.floor((value - low) * scale))]! += 1;
  let [total, weighed] = [0, 0];
  counts.forEach((count, bin) => {
    total += count;
    weighed += count * bin;
  });
  let [below, belowWeighed, best, threshold] = [0, 0, -1, 0];
  for (let bin = 0; bin < BINS - 1; bin += 1) {
    below += counts[bin]!;
    belowWeighed += counts[bin]! * bin;
    const above = total - below;
    if (below === 0 || above === 0) continue;
    const apart = belowWeighed / below - (weighed - belowWeighed) / above;
    const between = below * above * apart * apart;
    if (between > best) [best, threshold] = [between, bin + 1];
  }
  return low + threshold / scale;
}
