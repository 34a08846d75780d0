import { expectShape, jpegHeader } from './codestream.ts';
import type { FrameShape, RawFrame } from './frame.ts';
import { decodeWith, lazily, silently } from './wasm.ts';

const withTurbo = lazily(async () => {
  const { default: load } = await import('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs');
  return load(silently());
}, 'libjpeg-turbo');

/** Lossy JPEG of 8 bits (PS3.5, A.4.1). libjpeg turns luminance and chrominance into red, green and blue. */
export async function decodeJpeg(frame: Uint8Array, shape: FrameShape): Promise<RawFrame> {
  const header = jpegHeader(frame);
  expectShape(header, shape);
  return withTurbo(({ JPEGDecoder }) => ({ ...decodeWith(new JPEGDecoder(), frame), isRgb: true }));
}
