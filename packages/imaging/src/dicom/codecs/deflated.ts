import { inflateRawSync } from 'node:zlib';
import { DicomProblem } from '../problem.ts';

/**
 * Deflated Image Frame Compression (PS3.5, A.4.13; RFC 1951): each frame is one raw deflate stream of the pixels as
 * they would be uncompressed. Never more is inflated than `frameBits` and a byte of padding need.
 * @throws DicomProblem `damaged-pixels`
 */
export function inflateFrame(compressed: Uint8Array, frameBits: number): Uint8Array {
  const frameBytes = Math.ceil(frameBits / 8);
  try {
    const inflated = inflateRawSync(compressed, { maxOutputLength: frameBytes + 1 });
    return new Uint8Array(inflated.buffer, inflated.byteOffset, inflated.byteLength);
  } catch (cause) {
    throw new DicomProblem('damaged-pixels', `a deflated frame: ${(cause as Error).message}`);
  }
}
