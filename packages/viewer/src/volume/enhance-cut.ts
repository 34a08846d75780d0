import { enhance, EQUALISED_PART } from '@snimok/imaging/panorama/enhance';
import type { Slice } from '@snimok/imaging/volume/slice';

/** The largest sample; the gap has it, so enhanced samples stay below. */
const LARGEST = 65_534;

/**
 * A cut enhanced as the portal's panoramas are, with the same mean, so that a display window still fits. Pixels that were
 * not measured stay so, and take part with the mean.
 */
export function enhanceCut(slice: Slice, pixelMm: number, gap: number | undefined): Slice {
  const { width, height, values } = slice;
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (value === gap) continue;
    sum += value;
    count += 1;
  }
  const mean = count > 0 ? sum / count : 0;
  const measured = Float32Array.from(values, (value) => (value === gap ? mean : value));
  const enhanced = enhance({ width, height, pixelMm, values: measured });
  const result = values.slice();
  const isSigned = values instanceof Int16Array;
  const [low, high] = isSigned ? [-32_768, 32_767] : [0, LARGEST];
  for (let at = 0; at < result.length; at += 1) {
    if (values[at] === gap) continue;
    const value = enhanced[at]! + EQUALISED_PART * mean;
    result[at] = Math.round(Math.min(high, Math.max(low, value)));
  }
  return { width, height, values: result };
}
