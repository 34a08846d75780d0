import type { RawFrame } from '../codecs/frame.ts';
import type { DicomFile } from '../elements/file.ts';

export type SampleValues = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;

/**
 * Extracts the sample values from the stored words (PS3.5, 8.1.1): drops the bits above the high bit, which
 * contain overlays in old files, shifts the rest down, and extends the sign of two's complement. The
 * precision in the codestream has priority over Bits Stored, which is wrong more often. The values may share
 * memory with the words.
 */
export function storedValues(
  { words, bits }: RawFrame,
  file: DicomFile,
): { values: SampleValues; bitsStored: number } {
  const wordBits = words.BYTES_PER_ELEMENT * 8;
  const signed = file.pixelRepresentation === 1;
  const stated =
    file.bitsStored !== null && file.bitsStored > 0 ? Math.min(file.bitsStored, wordBits) : wordBits;
  const bitsStored = Math.min(bits ?? stated, wordBits);
  const highBit = bits === null && file.highBit !== null ? file.highBit : bitsStored - 1;
  const below = highBit + 1 - bitsStored;
  const shiftDown = below > 0 && below + bitsStored <= wordBits ? below : 0;
  const values = signed ? signedView(words) : words;
  if (bitsStored === wordBits) return { values, bitsStored };
  // Shifting left to bit 31 drops the bits above; shifting right again extends the sign or fills zeros.
  const up = 32 - bitsStored - shiftDown;
  const down = 32 - bitsStored;
  for (let at = 0; at < values.length; at += 1) {
    const top = values[at]! << up;
    values[at] = signed ? top >> down : top >>> down;
  }
  return { values, bitsStored };
}

function signedView(words: Uint8Array | Uint16Array | Uint32Array): Int8Array | Int16Array | Int32Array {
  const { buffer, byteOffset, length } = words;
  if (words.BYTES_PER_ELEMENT === 1) return new Int8Array(buffer, byteOffset, length);
  if (words.BYTES_PER_ELEMENT === 2) return new Int16Array(buffer, byteOffset, length);
  return new Int32Array(buffer, byteOffset, length);
}
