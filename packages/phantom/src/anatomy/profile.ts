/** A height or width along the jaw line from the midline outwards, as knots (mm along, value). */
export type Knots = readonly (readonly [alongMm: number, value: number])[];

const STEP_MM = 0.25;

/** Samples a profile for access per voxel; smoothed, so that knots do not appear as edges. */
export function profile(knots: Knots, lengthMm: number): Float32Array {
  const count = Math.ceil(lengthMm / STEP_MM) + 1;
  const sharp = Float32Array.from({ length: count }, (_, at) => interpolate(knots, at * STEP_MM));
  const reach = 6;
  return sharp.map((_, at) => {
    let sum = 0;
    for (let by = -reach; by <= reach; by += 1) sum += sharp[Math.min(count - 1, Math.abs(at + by))]!;
    return sum / (2 * reach + 1);
  });
}

export function profileAt(values: Float32Array, alongMm: number): number {
  const place = Math.min(values.length - 1.001, alongMm / STEP_MM);
  const at = place | 0;
  return values[at]! + (values[at + 1]! - values[at]!) * (place - at);
}

/** Cosine of the profile's slope; converts a height difference to the distance from a sloping edge. */
export const slopeCosine = (values: Float32Array, alongMm: number): number =>
  1 / Math.hypot(1, (profileAt(values, alongMm + 1) - profileAt(values, Math.max(0, alongMm - 1))) / 2);

function interpolate(knots: Knots, along: number): number {
  const next = knots.findIndex(([knot]) => knot >= along);
  if (next <= 0) return (next === 0 ? knots[0] : knots.at(-1))![1];
  const [fromMm, from] = knots[next - 1]!;
  const [toMm, to] = knots[next]!;
  return from + ((to - from) * (along - fromMm)) / (toMm - fromMm);
}
