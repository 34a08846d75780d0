import type { LookupTable } from '../dicom/elements/file.ts';
import { readEntries, applyTable } from '../dicom/pixels/lookup-table.ts';
import type { SampleValues } from '../dicom/pixels/stored-values.ts';

/** Converts full-range YBR to RGB, interleaved (PS3.3, C.7.6.3.1.2; ITU-R BT.601). */
export function rgbFromYbr(values: SampleValues): Uint8Array {
  const rgb = new Uint8ClampedArray(values.length);
  for (let at = 0; at + 2 < values.length; at += 3) {
    const luma = values[at]!;
    const blue = values[at + 1]! - 128;
    const red = values[at + 2]! - 128;
    rgb[at] = luma + 1.402 * red;
    rgb[at + 1] = luma - 0.344136 * blue - 0.714136 * red;
    rgb[at + 2] = luma + 1.772 * blue;
  }
  return new Uint8Array(rgb.buffer);
}

/**
 * Converts PALETTE COLOR to RGB, interleaved (PS3.3, C.7.6.3.1.5). Values outside the palette get its first
 * or last entry. `content` is the bytes of the data set.
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

/** The high byte of 16-bit entries, or the low one if all high bytes are 0. */
function toBytes(entries: Uint16Array): Uint16Array {
  return entries.every((entry) => entry < 256) ? entries : entries.map((entry) => entry >> 8);
}
