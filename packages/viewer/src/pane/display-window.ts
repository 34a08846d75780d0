import { type SampleScale, toSample } from '../volume/voxels/units.ts';

/** The range of grey values that is displayed between black and white. */
export interface DisplayWindow {
  center: number;
  width: number;
  inverted: boolean;
}

const OPAQUE = 0xff000000;
/** The least width of a window in samples. It is below 1, because steps of a unit may be smaller than one sample. */
const MIN_WIDTH = 1e-6;

/**
 * The canvas pixel (opaque grey, little-endian RGBA) for each 16-bit value. Signed values are indexed by
 * their two's complement.
 */
export function greyTable({ center, width, inverted }: DisplayWindow, signed: boolean): Uint32Array {
  const table = new Uint32Array(65_536);
  const low = center - width / 2;
  const scale = 255 / Math.max(MIN_WIDTH, width);
  for (let at = 0; at < table.length; at += 1) {
    const value = signed && at > 32_767 ? at - 65_536 : at;
    let grey = Math.round((value - low) * scale);
    grey = grey < 0 ? 0 : grey > 255 ? 255 : grey;
    if (inverted) grey = 255 - grey;
    table[at] = OPAQUE | (grey << 16) | (grey << 8) | grey;
  }
  return table;
}

/** A window in units as one in samples. With a negative slope, larger samples are smaller units. */
export const windowInSamples = (displayWindow: DisplayWindow, scale: SampleScale): DisplayWindow => ({
  center: toSample(scale, displayWindow.center),
  width: Math.abs(displayWindow.width / scale.slope),
  inverted: displayWindow.inverted !== scale.slope < 0,
});

/**
 * A drag to the right widens the window (by a factor of four across `panePx`); a drag upwards brightens, as
 * on medical workstations.
 */
export function adjustWindow(
  displayWindow: DisplayWindow,
  [dx, dy]: readonly [number, number],
  panePx: number,
): DisplayWindow {
  const dragPx = Math.max(1, panePx);
  const width = Math.max(1, displayWindow.width * 2 ** ((2 * dx) / dragPx));
  return { ...displayWindow, width, center: displayWindow.center + (dy / dragPx) * displayWindow.width };
}
