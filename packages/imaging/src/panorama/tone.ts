import type { Window } from '../pictures/window.ts';
import type { UnrolledSlab } from './unroll.ts';

/** A panorama for display, and its 16-bit values, to which a viewer applies another window. */
type TonedPanorama = {
  grey: Uint8Array;
  /** 16 bits: attenuation times `SCALE` */
  stored: Uint16Array;
  /** the display range of the stored values */
  window: Window;
};

/** The attenuation of a slab full of metal is about 6, so its stored value is below 65535. */
const SCALE = 8000;
/** Percentiles that are displayed black and white, so that air and metal do not widen the range. */
const BLACK_PERCENTILE = 0.02;
const WHITE_PERCENTILE = 0.997;
/** Bone attenuates a third as much as enamel; brighter midtones show both. */
const GAMMA = 0.8;
/** Unsharp mask for the edges of roots. */
const SHARPENING = { radiusMm: 0.45, strength: 0.7 };
/** Subtraction of large-scale brightness, as in panoramic machines. */
const EQUALISATION = { radiusMm: 9, strength: 0.35 };

/** Renders the panorama: equalised brightness, sharpened edges, a window by percentiles, and gamma. */
export function tone({ width, height, pixelMm, values }: UnrolledSlab): TonedPanorama {
  const stored = Uint16Array.from(values, (value) => Math.min(65535, Math.round(value * SCALE)));
  const size = { width, height };
  const background = blurred(values, size, EQUALISATION.radiusMm / pixelMm);
  const smooth = blurred(values, size, SHARPENING.radiusMm / pixelMm);
  const enhanced = values.map((value, at) => {
    const equalised = value - EQUALISATION.strength * background[at]!;
    return equalised + SHARPENING.strength * (value - smooth[at]!);
  });
  const [low, high] = percentiles(enhanced, values);
  const [black, white] = percentiles(stored, values);
  const grey = new Uint8ClampedArray(enhanced.length);
  for (let at = 0; at < enhanced.length; at += 1) {
    const fraction = Math.min(1, Math.max(0, (enhanced[at]! - low) / (high - low)));
    grey[at] = 255 * fraction ** GAMMA;
  }
  const window = { center: (black + white) / 2, width: Math.max(1, white - black) };
  return { grey: new Uint8Array(grey.buffer), stored, window };
}

/**
 * The black and white percentiles of pixels that are not air: with a small field of view the corners are
 * black.
 */
function percentiles(values: ArrayLike<number>, attenuation: Float32Array): [number, number] {
  const every = Math.max(1, Math.floor(values.length / 60_000));
  const sampled: number[] = [];
  for (let at = 0; at < values.length; at += every) if (attenuation[at]! > 0.08) sampled.push(values[at]!);
  const sorted = Float64Array.from(sampled).sort();
  const low = sorted[Math.floor(sorted.length * BLACK_PERCENTILE)] ?? 0;
  const high = sorted[Math.floor(sorted.length * WHITE_PERCENTILE)] ?? 1;
  return [low, Math.max(high, low + 1e-3)];
}

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
