import type { SampleValues } from '../dicom/pixels/stored-values.ts';
import { withoutMetal } from './metal.ts';

/** The displayed range of values, in the units of the rescaled image. */
export type Window = { center: number; width: number };

/** Enough samples for percentiles; a panoramic has 4 million. */
const SAMPLE_COUNT = 65_536;
/** Bounds of soft tissue, bone, dentine and enamel in CT and CBCT of a head: below is air, above is metal. */
const HOUNSFIELD_BOUNDS = { low: -1000, high: 3000 };

type Rescale = { slope: number; intercept: number };

/** What the values of an image are: those of a radiograph, of a scan, or of a scan in Hounsfield-like units. */
export type ValueKind = 'radiograph' | 'scan' | 'hounsfield';

/**
 * A window computed from the values: from the 1st to the 99.5th percentile, so that a black border or a metal
 * filling does not widen it. In a scan, metal is excluded. Among Hounsfield-like values, air is excluded,
 * because the air around the head would darken the image.
 */
export function autoWindow(values: SampleValues, { slope, intercept }: Rescale, kind: ValueKind): Window {
  const isHounsfield = kind === 'hounsfield';
  const every = Math.max(1, Math.floor(values.length / SAMPLE_COUNT));
  const sampled: number[] = [];
  for (let at = 0; at < values.length; at += every) {
    const value = values[at]! * slope + intercept;
    if (!isHounsfield || value > HOUNSFIELD_BOUNDS.low / 2) sampled.push(value);
  }
  // an image of air only
  if (sampled.length === 0) return windowAbout((values[0] ?? 0) * slope + intercept);
  const all = Float64Array.from(sampled).sort();
  const sorted = kind === 'scan' ? withoutMetal(all, 0) : all;
  const percentile = (fraction: number) => sorted[Math.floor((sorted.length - 1) * fraction)] ?? 0;
  const darkest = percentile(0.01);
  const brightest = percentile(0.995);
  const low = isHounsfield ? Math.max(darkest, HOUNSFIELD_BOUNDS.low) : darkest;
  const high = isHounsfield ? Math.min(brightest, HOUNSFIELD_BOUNDS.high) : brightest;
  if (darkest === brightest) return windowAbout(darkest);
  return { center: (low + high) / 2, width: Math.max(high - low, 1) };
}

/** Shows an image of one value as medium grey: in a narrow window it would be black or white. */
const windowAbout = (value: number): Window => ({ center: value, width: 256 });

/** The grey values of an image, with the window in its header. */
type Greys = Rescale & {
  values: SampleValues;
  stated: { center: number | null; width: number | null };
  kind: ValueKind;
  /** eight bits without a rescale, which are prepared for display */
  isDisplayReady: boolean;
};

/**
 * The window in the header if it is plausible, otherwise the full range of values prepared for display,
 * otherwise one computed from the values.
 */
export function windowOf({ values, stated, kind, isDisplayReady, ...rescale }: Greys): {
  window: Window;
  isStated: boolean;
} {
  const auto = autoWindow(values, rescale, kind);
  const { center, width } = stated;
  if (center !== null && width !== null && isPlausible({ center, width }, auto))
    return { window: { center, width }, isStated: true };
  return { window: isDisplayReady ? { center: 128, width: 256 } : auto, isStated: false };
}

/**
 * Whether a window overlaps the automatic one by a quarter, and its width differs by less than a factor of
 * 20.
 */
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
