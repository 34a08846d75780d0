import { inflateRaw } from '#platform';
import { DicomProblem } from '../elements/problem.ts';

/**
 * Deflated Image Frame Compression (PS3.5, A.4.13; RFC 1951): each frame is a raw deflate stream of its
 * uncompressed pixels. Inflates at most `frameBits` and one byte of padding.
 * @throws DicomProblem `damaged-pixels`, also if the frame is larger
 */
export function inflateFrame(compressed: Uint8Array, frameBits: number): Uint8Array {
  const frameBytes = Math.ceil(frameBits / 8);
  try {
    const inflated = inflateRaw(compressed, frameBytes + 1);
    return new Uint8Array(inflated.buffer, inflated.byteOffset, inflated.byteLength);
  } catch (cause) {
    throw new DicomProblem(
      'damaged-pixels',
      `the deflated frame cannot be inflated: ${(cause as Error).message}`,
    );
  }
}
