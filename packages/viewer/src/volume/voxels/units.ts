/** Converts samples, as they are transferred, to units: `unit = sample * slope + intercept`. */
export interface SampleScale {
  slope: number;
  intercept: number;
}

/**
 * The sample of voxels that were not measured. Signed values are transferred raised by half their range, so
 * that this is the largest value of a device, at which its detector is saturated.
 */
export const GAP_SAMPLE = 65_535;

export const toUnits = ({ slope, intercept }: SampleScale, sample: number): number =>
  sample * slope + intercept;

const MAX_SAMPLE = 65_535;

/** The scale of the samples that `ascending` returns. */
export const ascendingScale = ({ slope, intercept }: SampleScale): SampleScale =>
  slope < 0 ? { slope: -slope, intercept: intercept + slope * MAX_SAMPLE } : { slope, intercept };

/** The samples, in place, such that larger ones are larger units: the densest of several is then their maximum. */
export function ascending<Samples extends Uint16Array>(samples: Samples, { slope }: SampleScale): Samples {
  if (slope < 0) for (let at = 0; at < samples.length; at += 1) samples[at] = MAX_SAMPLE - samples[at]!;
  return samples;
}

/** The sample of a value in units: not rounded, and possibly outside the range of samples. */
export const toSample = ({ slope, intercept }: SampleScale, unit: number): number =>
  (unit - intercept) / slope;
