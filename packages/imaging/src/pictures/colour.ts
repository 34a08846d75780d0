import type { Palette } from '../dicom/file.ts';
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
  palette: readonly Palette[],
  bigEndian: boolean,
): Uint8Array {
  const tables = palette.map((channel) => entriesOf(content, channel, bigEndian));
  const rgb = new Uint8Array(values.length * 3);
  tables.forEach((table, channel) => {
    const first = palette[channel]!.firstValue;
    const last = table.length - 1;
    for (let at = 0; at < values.length; at += 1) {
      rgb[at * 3 + channel] = table[Math.min(Math.max(values[at]! - first, 0), last)] ?? 0;
    }
  });
  return rgb;
}

/** Entries as 8 bits: 16-bit ones keep their high byte, unless the writer left that empty. */
function entriesOf(content: Uint8Array, { entries, element }: Palette, bigEndian: boolean): Uint8Array {
  const bytes = content.subarray(element.offset, element.offset + element.length);
  if (bytes.length < entries * 2) return bytes.subarray(0, entries);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = Uint16Array.from({ length: entries }, (_, at) => view.getUint16(at * 2, !bigEndian));
  const highIsEmpty = words.every((word) => word < 256);
  return Uint8Array.from(words, (word) => (highIsEmpty ? word : word >> 8));
}
