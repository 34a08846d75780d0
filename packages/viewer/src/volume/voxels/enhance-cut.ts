import { enhance, EQUALISED_PART } from '@snimok/imaging/panorama/enhance';
import { metalFrom } from '@snimok/imaging/pictures/metal';
import type { Slice } from '@snimok/imaging/volume/slice';
import type { Volume } from '@snimok/imaging/volume/volume';

/** The largest sample; the gap has it, so enhanced samples stay below. */
const LARGEST = 65_534;
/** Enough samples for the percentiles by which metal is recognised. */
const SAMPLE_COUNT = 30_000;

/** The samples of what was not measured, and of air. */
type Levels = Pick<Volume, 'gap' | 'outside'>;

/**
 * A cut enhanced as the portal's panoramas are, with the same mean, so that a display window still fits. Pixels that were
 * not measured stay so, and take part with the mean. Metal takes part as the densest tissue, because otherwise all tissue within
 * the radius of the equalisation would become black.
 */
export function enhanceCut(slice: Slice, pixelMm: number, { gap, outside = 0 }: Levels): Slice {
  const { width, height, values } = slice;
  const metal = metalIn(slice, gap, outside);
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === gap) continue;
    sum += Math.min(value, metal);
    count += 1;
  }
  const mean = count > 0 ? sum / count : 0;
  const measured = Float32Array.from(values, (value) => (value === gap ? mean : Math.min(value, metal)));
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

function metalIn({ values }: Slice, gap: number | undefined, air: number): number {
  const every = Math.max(1, Math.floor(values.length / SAMPLE_COUNT));
  const sampled: number[] = [];
  for (let at = 0; at < values.length; at += every) if (values[at] !== gap) sampled.push(values[at]!);
  return metalFrom(Float64Array.from(sampled).sort(), air);
}
