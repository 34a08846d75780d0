import type { ElementEncoding } from '../elements/elements.ts';
import { DicomProblem } from '../elements/problem.ts';
import { type FrameShape, interleave, type RawFrame } from './frame.ts';

/** Layout of uncompressed pixels. */
export type NativeLayout = FrameShape & {
  /** Planar configuration 1: RRR GGG BBB. */
  planar: boolean;
  /** YBR_FULL_422: two pixels share their chrominance. */
  halfChroma: boolean;
  isOw: boolean;
  elementEncoding: ElementEncoding;
};

/** Number of bits of one frame; YBR_FULL_422 stores two pixels in four bytes (PS3.3, C.7.6.3.1.2). */
export const nativeFrameBits = ({ rows, columns, samples, bitsAllocated, halfChroma }: NativeLayout) =>
  rows * columns * (halfChroma ? 2 : samples) * bitsAllocated;

/**
 * One uncompressed frame (PS3.5, 8.2), copied and converted to the byte order of the machine.
 * @throws DicomProblem `truncated-pixels`
 */
export function decodeNative(pixelData: Uint8Array, frame: number, layout: NativeLayout): RawFrame {
  const frameBits = nativeFrameBits(layout);
  const firstBit = frame * frameBits;
  const availableBits = pixelData.length * 8 - firstBit;
  if (availableBits < frameBits) {
    const availableBytes = Math.max(0, Math.floor(availableBits / 8));
    const reason = `frame ${frame} has ${availableBytes} of ${Math.ceil(frameBits / 8)} bytes`;
    throw new DicomProblem('truncated-pixels', reason);
  }
  if (layout.bitsAllocated === 1) return { words: unpackBits(pixelData, firstBit, frameBits), bits: 1 };
  const bytes = pixelData.slice(firstBit / 8, (firstBit + frameBits) / 8);
  const { bigEndian } = layout.elementEncoding;
  const words = toWords(bytes, layout.bitsAllocated, bigEndian, layout.isOw);
  if (layout.halfChroma) return { words: fullChroma(words as Uint8Array), bits: null };
  return {
    words: layout.planar && layout.samples > 1 ? interleave(words, layout.samples) : words,
    bits: null,
  };
}

/** In a big-endian OW element, samples of 8 bits are swapped in pairs (PS3.5, 8.1.1). */
function toWords(bytes: Uint8Array, bitsAllocated: number, bigEndian: boolean, isOw: boolean) {
  const size = bitsAllocated / 8;
  const swapped = size === 1 ? (isOw ? 2 : 1) : size;
  if (bigEndian && swapped > 1) swapBytes(bytes, swapped);
  if (size === 1) return bytes;
  return size === 2 ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer);
}

function swapBytes(bytes: Uint8Array, size: number): void {
  for (let at = 0; at + size <= bytes.length; at += size) {
    for (let low = at, high = at + size - 1; low < high; low += 1, high -= 1) {
      const byte = bytes[low]!;
      bytes[low] = bytes[high]!;
      bytes[high] = byte;
    }
  }
}

/** One bit per pixel, the lowest bit first; a frame may begin within a byte (PS3.5, 8.1.1). */
function unpackBits(packed: Uint8Array, firstBit: number, count: number): Uint8Array {
  const words = new Uint8Array(count);
  for (let at = 0; at < count; at += 1) {
    const bit = firstBit + at;
    words[at] = (packed[bit >> 3]! >> (bit & 7)) & 1;
  }
  return words;
}

/** Y1 Y2 CB CR → Y1 CB CR, Y2 CB CR. */
function fullChroma(pairs: Uint8Array): Uint8Array {
  const pixels = new Uint8Array((pairs.length / 2) * 3);
  for (let from = 0, to = 0; from + 3 < pairs.length; from += 4, to += 6) {
    pixels[to] = pairs[from]!;
    pixels[to + 3] = pairs[from + 1]!;
    pixels[to + 1] = pixels[to + 4] = pairs[from + 2]!;
    pixels[to + 2] = pixels[to + 5] = pairs[from + 3]!;
  }
  return pixels;
}
