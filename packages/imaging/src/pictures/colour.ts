import type { LookupTable } from '../dicom/file.ts';
import { readEntries, applyTable } from '../dicom/lookup-table.ts';
import type { SampleValues } from '../dicom/stored-values.ts';

/** Full-range luminance and chrominance → red, green, blue (PS3.3, C.7.6.3.1.2; ITU-R BT.601). */
export function rgbFromYbr(values: SampleValues): Uint8Array {
  const rgb = new Uint8ClampedArray(values.length);
  for (let at = 0; at + 2 < values.length; at += 3) {
    const [luma, blue, red] = [values[at]!, values[at + 1]! - 128, values[at + 2]! - 128];
    rgb[at] = luma + 1.402 * red;
    rgb[at + 1] = luma - 0.344136 * blue - 0.714136 * red;
    rgb[at + 2] = luma + 1.772 * blue;
  }
  return new Uint8Array(rgb.buffer);
}

/**
 * PALETTE COLOR → red, green, blue (PS3.3, C.7.6.3.1.5). Values below the first or beyond the last entry take that
 * entry. `content` is the data set's bytes.
 */
export function rgbFromPalette(
  values: SampleValues,
  content: Uint8Array,
  palette: readonly LookupTable[],
  bigEndian: boolean,
): Uint8Array {
  const rgb = new Uint8Array(values.length * 3);
  palette.forEach((table, channel) => {
    const entries = toBytes(readEntries(content, table, bigEndian));
    const colours = applyTable(values, entries, table.firstValue);
    for (let at = 0; at < values.length; at += 1) rgb[at * 3 + channel] = colours[at]!;
  });
  return rgb;
}

/** 16-bit entries keep their high byte, unless the writer left that empty. */
function toBytes(entries: Uint16Array): Uint16Array {
  return entries.every((entry) => entry < 256) ? entries : entries.map((entry) => entry >> 8);
}
