import type { SampleValues } from '../dicom/pixels/stored-values.ts';
import { autoWindow, type ValueKind, type Window } from './window.ts';

type GreyInput = {
  values: SampleValues;
  window: Window | 'auto';
  slope?: number;
  intercept?: number;
  /** determines whether the automatic window excludes air or metal; `radiograph` by default */
  kind?: ValueKind;
  /** MONOCHROME1: the lowest value is white (PS3.3, C.7.6.3.1.2). */
  invert?: boolean;
};

/** Converts values to 8-bit grey by the rescale and a linear window (PS3.3, C.11.2.1.2.1). */
export function toGrey8(input: GreyInput): Uint8Array {
  const { values, slope = 1, intercept = 0, kind = 'radiograph', invert = false } = input;
  const { center, width } =
    input.window === 'auto' ? autoWindow(values, { slope, intercept }, kind) : input.window;
  // Rescale and window are combined into one multiplication and one addition per pixel.
  const scale = (slope * 255) / Math.max(width - 1, 1);
  const offset = ((intercept - (center - 0.5)) / Math.max(width - 1, 1) + 0.5) * 255;
  const grey = new Uint8ClampedArray(values.length);
  for (let at = 0; at < values.length; at += 1) grey[at] = values[at]! * scale + offset;
  if (invert) for (let at = 0; at < grey.length; at += 1) grey[at] = 255 - grey[at]!;
  return new Uint8Array(grey.buffer);
}
