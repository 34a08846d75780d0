import { codestreamStart, expectShape, jpeg2000Header } from './codestream.ts';
import type { FrameShape, RawFrame } from './frame.ts';
import { decodeWith, decoderOptions, lazyModule } from './wasm.ts';

const withOpenJpeg = lazyModule(async () => {
  const { default: load } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs');
  return load(decoderOptions('openjpeg'));
}, 'OpenJPEG');

const withOpenJph = lazyModule(async () => {
  const { default: load } = await import('@cornerstonejs/codec-openjph/wasmjs');
  return load(decoderOptions('openjph'));
}, 'OpenJPH');

/** The codestream without a JP2 wrapper, which DICOM forbids (PS3.5, A.4.4) but some files have. */
const codestream = (frame: Uint8Array) => frame.subarray(Math.max(0, codestreamStart(frame)));

/**
 * JPEG 2000, part 1 (PS3.5, A.4.4). Three components are decoded to RGB.
 * @throws DicomProblem `damaged-pixels`, `truncated-pixels`, `impossible-image`
 */
export async function decodeJpeg2000(frame: Uint8Array, shape: FrameShape): Promise<RawFrame> {
  expectShape(jpeg2000Header(frame), shape);
  return withOpenJpeg(({ J2KDecoder }) => asRgb(decodeWith(new J2KDecoder(), codestream(frame))));
}

/**
 * High-throughput JPEG 2000, part 15 (PS3.5, A.4.11). Three components are decoded to RGB.
 * @throws DicomProblem `damaged-pixels`, `truncated-pixels`, `impossible-image`
 */
export async function decodeHtj2k(frame: Uint8Array, shape: FrameShape): Promise<RawFrame> {
  expectShape(jpeg2000Header(frame), shape);
  return withOpenJph(({ HTJ2KDecoder }) => asRgb(decodeWith(new HTJ2KDecoder(), codestream(frame))));
}

const asRgb = (raw: RawFrame): RawFrame => ({ ...raw, isRgb: true });
