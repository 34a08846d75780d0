import type { Window } from '../pictures/window.ts';
import type { UnrolledSlab } from './unroll.ts';

/** A panorama as a person looks at it, and as a program windows it anew. */
export type TonedPanorama = {
  grey: Uint8Array;
  /** 16 bits: attenuation times `SCALE` */
  stored: Uint16Array;
  /** of the stored values, what is black and what is white */
  window: Window;
};

/** Attenuation of a slab full of metal is about six. */
const SCALE = 8000;
/** Below so little of the picture it is black, above so little white: air and metal do not take the range. */
const BLACK_PART = 0.02;
const WHITE_PART = 0.997;
/** Bone is a third as dense as enamel in the sum: brighter middle tones show both. */
const GAMMA = 0.8;
/** Radius in millimetres and strength: the edges of roots; and the even light that machines make of jaw and air. */
const EDGES = { radiusMm: 0.45, strength: 0.7 };
const LIGHT = { radiusMm: 9, strength: 0.35 };

/** Window by the picture's own percentiles, evened light, gently sharpened edges, a bright middle. */
export function tone({ width, height, pixelMm, values }: UnrolledSlab): TonedPanorama {
  const stored = Uint16Array.from(values, (value) => Math.min(65535, Math.round(value * SCALE)));
  const size = { width, height };
  const wide = blurred(values, size, LIGHT.radiusMm / pixelMm);
  const fine = blurred(values, size, EDGES.radiusMm / pixelMm);
  const seen = values.map((value, at) => {
    const even = value - LIGHT.strength * wide[at]!;
    return even + EDGES.strength * (value - fine[at]!);
  });
  const [low, high] = percentiles(seen, values);
  const [black, white] = percentiles(stored, values);
  const grey = new Uint8ClampedArray(seen.length);
  for (let at = 0; at < seen.length; at += 1) {
    const part = Math.min(1, Math.max(0, (seen[at]! - low) / (high - low)));
    grey[at] = 255 * part ** GAMMA;
  }
  const window = { center: (black + white) / 2, width: Math.max(1, white - black) };
  return { grey: new Uint8Array(grey.buffer), stored, window };
}

/** Of what is not air: a scan of a small field has black corners. */
function percentiles(values: ArrayLike<number>, attenuation: Float32Array): [number, number] {
  const every = Math.max(1, Math.floor(values.length / 60_000));
  const some: number[] = [];
  for (let at = 0; at < values.length; at += every) if (attenuation[at]! > 0.08) some.push(values[at]!);
  const sorted = Float64Array.from(some).sort();
  const low = sorted[Math.floor(sorted.length * BLACK_PART)] ?? 0;
  const high = sorted[Math.floor(sorted.length * WHITE_PART)] ?? 1;
  return [low, Math.max(high, low + 1e-3)];
}

/** Two passes of a moving mean in each direction, close enough to a Gaussian. */
function blurred(
  values: Float32Array,
  { width, height }: { width: number; height: number },
  radius: number,
): Float32Array {
  const reach = Math.max(1, Math.round(radius));
  let soft = values;
  for (let pass = 0; pass < 2; pass += 1) {
    soft = movingMean(soft, width, 1, height, width, reach);
    soft = movingMean(soft, height, width, width, 1, reach);
  }
  return soft;
}

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
    const at = (place: number) => values[start + Math.min(count - 1, Math.max(0, place)) * step]!;
    let sum = 0;
    for (let place = -reach; place <= reach; place += 1) sum += at(place);
    for (let place = 0; place < count; place += 1) {
      means[start + place * step] = sum / (2 * reach + 1);
      sum += at(place + reach + 1) - at(place - reach);
    }
  }
  return means;
}
