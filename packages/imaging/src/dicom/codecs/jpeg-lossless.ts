import { DicomProblem } from '../problem.ts';
import { expectShape, jpegHeader } from './codestream.ts';
import type { FrameShape, RawFrame } from './frame.ts';

/** Lossless JPEG, process 14 with any predictor (PS3.5, A.4.1; ITU-T T.81, annex H). */
export async function decodeJpegLossless(frame: Uint8Array, shape: FrameShape): Promise<RawFrame> {
  const header = jpegHeader(frame);
  expectShape(header, shape);
  const { Decoder } = await import('jpeg-lossless-decoder-js');
  try {
    // It needs an ArrayBuffer of its own, and the width of a sample: 2 bytes from 9 bits on.
    const words = new Decoder().decode(frame.slice().buffer, 0, frame.length, header.bits > 8 ? 2 : 1);
    return { words: words as Uint8Array | Uint16Array, bits: header.bits };
  } catch {
    throw new DicomProblem('damaged-pixels', 'the lossless JPEG could not be decoded');
  }
}
