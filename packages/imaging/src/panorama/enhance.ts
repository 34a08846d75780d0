/** Unsharp mask for the edges of roots. */
const SHARPENING = { radiusMm: 0.45, strength: 0.7 };
/** Subtraction of large-scale brightness, as in panoramic machines. */
const EQUALISATION = { radiusMm: 9, strength: 0.35 };

interface Picture {
  width: number;
  height: number;
  pixelMm: number;
  values: Float32Array;
}

/**
 * The values of a panorama with equalised brightness and sharpened edges. A uniform picture becomes darker by
 * `EQUALISED_PART` of its value.
 */
export function enhance({ width, height, pixelMm, values }: Picture): Float32Array {
  const size = { width, height };
  const background = blurred(values, size, EQUALISATION.radiusMm / pixelMm);
  const smooth = blurred(values, size, SHARPENING.radiusMm / pixelMm);
  return values.map((value, at) => {
    const equalised = value - EQUALISATION.strength * background[at]!;
    return equalised + SHARPENING.strength * (value - smooth[at]!);
  });
}

export const EQUALISED_PART = EQUALISATION.strength;

/** Two passes of a moving mean in each direction approximate a Gaussian. */
function blurred(
  values: Float32Array,
  { width, height }: { width: number; height: number },
  radius: number,
): Float32Array {
  const reach = Math.max(1, Math.round(radius));
  let result = values;
  for (let pass = 0; pass < 2; pass += 1) {
    result = movingMean(result, width, 1, height, width, reach);
    result = movingMean(result, height, width, width, 1, reach);
  }
  return result;
}

/** The mean of `2 * reach + 1` values along each of `lines` lines; values at the ends are repeated. */
function movingMean(
  values: Float32Array,
  count: number,
  step: number,
  lines: number,
  lineStep: number,
  reach: number,
): Float32Array {
  const means = new Float32Array(values.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * lineStep;
    const valueAt = (index: number) => values[start + Math.min(count - 1, Math.max(0, index)) * step]!;
    let sum = 0;
    for (let index = -reach; index <= reach; index += 1) sum += valueAt(index);
    for (let index = 0; index < count; index += 1) {
      means[start + index * step] = sum / (2 * reach + 1);
      sum += valueAt(index + reach + 1) - valueAt(index - reach);
    }
  }
  return means;
}
