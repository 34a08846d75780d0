import { DicomProblem } from '../elements/problem.ts';
import type { FrameShape, RawFrame } from './frame.ts';

const HEADER_BYTES = 64;

/**
 * RLE (PS3.5, annex G): a header with up to 15 offsets, then PackBits segments, one for each byte of each
 * sample, the most significant byte first.
 * @throws DicomProblem `damaged-pixels`, `truncated-pixels`
 */
export function decodeRle(
  frame: Uint8Array,
  { rows, columns, samples, bitsAllocated }: FrameShape,
): RawFrame {
  const bytesPerSample = bitsAllocated / 8;
  const expected = bytesPerSample * samples;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const segments = frame.length < HEADER_BYTES ? 0 : view.getUint32(0, true);
  if (segments !== expected) {
    throw new DicomProblem('damaged-pixels', `${segments} RLE segments instead of ${expected}`);
  }
  const area = rows * columns;
  const stride = samples * bytesPerSample;
  const bytes = new Uint8Array(area * stride);
  for (let segment = 0; segment < segments; segment += 1) {
    const from = view.getUint32(4 + segment * 4, true);
    const to = segment + 1 < segments ? view.getUint32(8 + segment * 4, true) : frame.length;
    const sample = Math.floor(segment / bytesPerSample);
    const byte = bytesPerSample - 1 - (segment % bytesPerSample);
    unpack(frame.subarray(from, to), bytes, sample * bytesPerSample + byte, stride);
  }
  if (bytesPerSample === 1) return { words: bytes, bits: null };
  return {
    words: bytesPerSample === 2 ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer),
    bits: null,
  };
}

/** Decodes PackBits (PS3.5, G.3.2) into every `stride`-th byte from `first`. */
function unpack(packed: Uint8Array, into: Uint8Array, first: number, stride: number): void {
  let to = first;
  let from = 0;
  while (from < packed.length && to < into.length) {
    const control = packed[from]!;
    from += 1;
    if (control === 128) continue;
    const isRun = control > 128;
    const count = isRun ? 257 - control : control + 1;
    for (let n = 0; n < count && to < into.length; n += 1, to += stride)
      into[to] = packed[isRun ? from : from + n] ?? 0;
    from += isRun ? 1 : count;
  }
  // One missing byte is tolerated, because the last one may be padding; it stays 0.
  const missing = Math.ceil((into.length - to) / stride);
  if (missing > 1) throw new DicomProblem('truncated-pixels', `an RLE segment lacks ${missing} bytes`);
}
