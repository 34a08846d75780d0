import type { SampleValues } from '../dicom/pixels/stored-values.ts';
import type { Samples } from './htj2k.ts';

/** Unsigned samples and their rescale: `value = sample * slope + intercept`. */
type Scaled = { samples: Samples; slope: number; intercept: number };

type Rescale = { slope: number; intercept: number };

/**
 * Converts stored values to unsigned samples of 8 or 16 bits, so that a viewer need not handle signed
 * samples. Signed values are raised by half their range and the intercept is lowered; the range of 32-bit
 * values is scaled to 16 bits.
 */
export function unsignedSamples(values: SampleValues, rescale: Rescale): Scaled {
  if (values instanceof Uint8Array || values instanceof Uint16Array) return { samples: values, ...rescale };
  if (values instanceof Int8Array) return raised(new Uint8Array(values.length), values, 128, rescale);
  if (values instanceof Int16Array) return raised(new Uint16Array(values.length), values, 32_768, rescale);
  return narrowed(values, rescale);
}

function raised(
  samples: Samples,
  values: Int8Array | Int16Array,
  by: number,
  { slope, intercept }: Rescale,
): Scaled {
  for (let at = 0; at < values.length; at += 1) samples[at] = values[at]! + by;
  return { samples, slope, intercept: intercept - by * slope };
}

function narrowed(values: Uint32Array | Int32Array, { slope, intercept }: Rescale): Scaled {
  const { lowest, highest } = extremesOf(values);
  const step = Math.max(1, (highest - lowest) / 65_535);
  const samples = new Uint16Array(values.length);
  for (let at = 0; at < values.length; at += 1) samples[at] = Math.round((values[at]! - lowest) / step);
  return { samples, slope: slope * step, intercept: intercept + lowest * slope };
}

/** Width of unsigned samples, and their rescale: `value = sample * slope + intercept`. */
export type SampleScale = { bits: 8 | 16; slope: number; intercept: number };

/**
 * One scale for frames with different scales. It has the finest of their slopes, begins at the smallest value,
 * and has 16 bits. A range of values that does not fit is coarsened. `lowest` and `highest` are samples.
 */
export function commonScale(frames: readonly (SampleScale & { lowest: number; highest: number })[]): {
  scale: SampleScale;
  lowest: number;
  highest: number;
  isCommon: boolean;
} {
  const [first] = frames;
  if (!first) throw new Error('no frames');
  const { bits, slope, intercept } = first;
  const isCommon = frames.every(
    (other) => other.bits === bits && other.slope === slope && other.intercept === intercept,
  );
  if (isCommon) {
    const lowest = frames.reduce((least, frame) => Math.min(least, frame.lowest), Number.POSITIVE_INFINITY);
    const highest = frames.reduce((most, frame) => Math.max(most, frame.highest), 0);
    return { scale: { bits, slope, intercept }, lowest, highest, isCommon };
  }
  const values = frames.flatMap((frame) =>
    [frame.lowest, frame.highest].map((sample) => sample * frame.slope + frame.intercept),
  );
  const least = values.reduce((one, other) => Math.min(one, other));
  const range = values.reduce((one, other) => Math.max(one, other)) - least;
  const finest = frames.reduce(
    (one, frame) => Math.min(one, Math.abs(frame.slope)),
    Number.POSITIVE_INFINITY,
  );
  const step = Math.max(finest, range / 65_535);
  return {
    scale: { bits: 16, slope: step, intercept: least },
    lowest: 0,
    highest: Math.min(65_535, Math.ceil(range / step)),
    isCommon,
  };
}

/** The smallest and the largest value. */
export function extremesOf(values: SampleValues): { lowest: number; highest: number } {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]!;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return { lowest, highest };
}
