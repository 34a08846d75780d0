import { DicomProblem } from '../elements/problem.ts';
import { expectShape, jpegHeader } from './codestream.ts';
import type { FrameShape, RawFrame } from './frame.ts';
import { decodeDctGrey } from './jpeg-dct.ts';
import { decodeWith, decoderOptions, lazyModule } from './wasm.ts';

const withTurbo = lazyModule(async () => {
  const { default: load } = await import('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs');
  return load(decoderOptions('turbo'));
}, 'libjpeg-turbo');

const PROGRESSIVE = 2;

/**
 * Lossy JPEG (PS3.5, A.4.1) of 8 bits, or of one component and 12 bits. libjpeg converts YBR to RGB.
 * @throws DicomProblem `damaged-pixels`, `truncated-pixels`, `impossible-image`
 */
export async function decodeJpeg(frame: Uint8Array, shape: FrameShape): Promise<RawFrame> {
  const header = jpegHeader(frame);
  expectShape(header, shape);
  if (header.process > PROGRESSIVE)
    throw new DicomProblem(
      'damaged-pixels',
      `JPEG process ${header.process} is not lossy sequential or progressive`,
    );
  if (header.bits === 8) {
    return withTurbo(({ JPEGDecoder }) => ({ ...decodeWith(new JPEGDecoder(), frame), isRgb: true }));
  }
  const isPossible = header.bits === 12 && header.samples === 1;
  if (!isPossible)
    throw new DicomProblem(
      'damaged-pixels',
      `a JPEG of ${header.samples} × ${header.bits} bits is not supported`,
    );
  return decodeDctGrey(frame, header.process === PROGRESSIVE);
}
