import type { SampleValues } from '../dicom/stored-values.ts';

/** Which values become black and white, in the units of the rescaled picture. */
export type Window = { center: number; width: number };

/** Enough to see the shape of the distribution; a panoramic has 4 million samples. */
const SAMPLED = 65_536;
/** Cone-beam and CT values of a head: below is air, above is metal. Bone, dentine and enamel fill what is between. */
const HOUNSFIELD_BOUNDS = { low: -1000, high: 3000 };

type Rescale = { slope: number; intercept: number };

/**
 * A window told from the values: from the 1st to the 99.5th percentile, so that neither the black border nor a filling
 * takes the range. For Hounsfield-like values air outside the head is not counted, or half a slice would be black.
 */
export function autoWindow(
  values: SampleValues,
  { slope, intercept }: Rescale,
  isHounsfield: boolean,
): Window {
  const every = Math.max(1, Math.floor(values.length / SAMPLED));
  const sampled: number[] = [];
  for (let at = 0; at < values.length; at += every) {
    const value = values[at]! * slope + intercept;
    if (!isHounsfield || value > HOUNSFIELD_BOUNDS.low / 2) sampled.push(value);
  }
  const sorted = Float64Array.from(sampled).sort();
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  const low = isHounsfield ? Math.max(at(0.01), HOUNSFIELD_BOUNDS.low) : at(0.01);
  const high = isHounsfield ? Math.min(at(0.995), HOUNSFIELD_BOUNDS.high) : at(0.995);
  return { center: (low + high) / 2, width: Math.max(high - low, 1) };
}

/** What is known of a picture's greys before it is shown. */
type Greys = Rescale & {
  values: SampleValues;
  stated: { center: number | null; width: number | null };
  isHounsfield: boolean;
  /** eight bits without a rescale were already made for looking at */
  isReady: boolean;
};

/** The header's window when that shows anything, else one told from the values. */
export function windowOf({ values, stated, isHounsfield, isReady, ...rescale }: Greys): {
  window: Window;
  isStated: boolean;
} {
  const auto = autoWindow(values, rescale, isHounsfield);
  const { center, width } = stated;
  if (center !== null && width !== null && isPlausible({ center, width }, auto))
    return { window: { center, width }, isStated: true };
  return { window: isReady ? { center: 128, width: 256 } : auto, isStated: false };
}

/** Whether a header's window shows anything: it covers a fair part of the values and is not absurdly wide. */
function isPlausible({ center, width }: Window, auto: Window): boolean {
  const overlap =
    Math.min(center + width / 2, auto.center + auto.width / 2) -
    Math.max(center - width / 2, auto.center - auto.width / 2);
  return (
    width >= 1 &&
    overlap > 0.25 * Math.min(width, auto.width) &&
    width > auto.width / 20 &&
    width < auto.width * 20
  );
}
