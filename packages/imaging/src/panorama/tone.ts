import type { Window } from '../pictures/window.ts';
import { enhance } from './enhance.ts';
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
/** Percentiles of the tissue that are displayed black and white. */
const BLACK_PERCENTILE = 0.02;
const WHITE_PERCENTILE = 0.997;
/** Bone attenuates a third as much as enamel; brighter midtones show both. */
const GAMMA = 0.8;
/** Renders the panorama: equalised brightness, sharpened edges, a window by percentiles, and gamma. */
export function tone({ width, height, pixelMm, values, metal }: UnrolledSlab): TonedPanorama {
  const stored = Uint16Array.from(values, (value) => Math.min(65535, Math.round(value * SCALE)));
  const enhanced = enhance({ width, height, pixelMm, values });
  const [low, high] = percentiles(enhanced, values, metal);
  const [black, white] = percentiles(stored, values, metal);
  const grey = new Uint8ClampedArray(enhanced.length);
  for (let at = 0; at < enhanced.length; at += 1) {
    const fraction = Math.min(1, Math.max(0, (enhanced[at]! - low) / (high - low)));
    grey[at] = 255 * fraction ** GAMMA;
  }
  const window = { center: (black + white) / 2, width: Math.max(1, white - black) };
  return { grey: new Uint8Array(grey.buffer), stored, window };
}

/**
 * The black and white percentiles of pixels that are neither air nor metal: with a small field of view the corners are
 * black, and metal would darken the tissue.
 */
function percentiles(
  values: ArrayLike<number>,
  attenuation: Float32Array,
  metal: Uint8Array,
): [number, number] {
  const every = Math.max(1, Math.floor(values.length / 60_000));
  const sampled: number[] = [];
  for (let at = 0; at < values.length; at += every)
    if (attenuation[at]! > 0.08 && metal[at] === 0) sampled.push(values[at]!);
  const sorted = Float64Array.from(sampled).sort();
  const low = sorted[Math.floor(sorted.length * BLACK_PERCENTILE)] ?? 0;
  const high = sorted[Math.floor(sorted.length * WHITE_PERCENTILE)] ?? 1;
  return [low, Math.max(high, low + 1e-3)];
}
