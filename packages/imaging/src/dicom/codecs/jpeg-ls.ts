import { expectShape, jpegHeader } from './codestream.ts';
import { type FrameShape, interleave, type RawFrame } from './frame.ts';
import { decodeWith, lazyModule, quietOptions } from './wasm.ts';

const PLANES = 0;
const withCharls = lazyModule(async () => {
  const { default: load } = await import('@cornerstonejs/codec-charls/decodewasmjs');
  return load(quietOptions());
}, 'CharLS');

/**
 * JPEG-LS, lossless and near-lossless (PS3.5, A.4.3).
 * @throws DicomProblem `damaged-pixels`, `truncated-pixels`, `impossible-image`
 */
export async function decodeJpegLs(frame: Uint8Array, shape: FrameShape): Promise<RawFrame> {
  expectShape(jpegHeader(frame), shape);
  return withCharls(({ JpegLSDecoder }) =>
    decodeWith(new JpegLSDecoder(), frame, (raw, decoder) => {
      const inPlanes = shape.samples > 1 && decoder.getInterleaveMode() === PLANES;
      return inPlanes ? { ...raw, words: interleave(raw.words, shape.samples) } : raw;
    }),
  );
}
