import { codestreamStart, declaredUnsigned, expectShape, jpeg2000Header } from './codestream.ts';
import { DicomProblem } from '../elements/problem.ts';
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

/**
 * JPEG 2000, part 1 (PS3.5, A.4.4). Three components are decoded to RGB.
 * @throws DicomProblem `damaged-pixels`, `truncated-pixels`, `impossible-image`
 */
export const decodeJpeg2000 = (frame: Uint8Array, shape: FrameShape): Promise<RawFrame> =>
  decode(frame, shape, (stream) => withOpenJpeg(({ J2KDecoder }) => decodeWith(new J2KDecoder(), stream)));

/**
 * High-throughput JPEG 2000, part 15 (PS3.5, A.4.11). Three components are decoded to RGB. OpenJPH decodes what there is of an
 * incomplete codestream, with wrong values, so its end is required.
 * @throws DicomProblem `damaged-pixels`, `truncated-pixels`, `impossible-image`
 */
export const decodeHtj2k = (frame: Uint8Array, shape: FrameShape): Promise<RawFrame> =>
  decode(frame, shape, async (stream) => {
    if (!hasEnd(stream)) throw new DicomProblem('truncated-pixels', 'the HTJ2K codestream has no end');
    return withOpenJph(({ HTJ2KDecoder }) => decodeWith(new HTJ2KDecoder(), stream));
  });

/** Whether the last marker is EOC (ITU-T T.800, A.4.4); zeros behind it are padding. */
const hasEnd = (stream: Uint8Array): boolean => {
  const last = stream.findLastIndex((byte) => byte !== 0);
  return stream[last - 1] === 0xff && stream[last] === 0xd9;
};

/**
 * Both modules clip negative samples of up to 8 bits to 0. Such a codestream is declared unsigned, so that the decoder
 * raises the samples by half their range (ITU-T T.800, G.1.2), and the highest bit is inverted again.
 */
async function decode(
  frame: Uint8Array,
  shape: FrameShape,
  decoder: (stream: Uint8Array) => Promise<RawFrame>,
): Promise<RawFrame> {
  const { isSigned, bits, ...header } = jpeg2000Header(frame);
  expectShape({ ...header, bits }, shape);
  // without the JP2 wrapper, which DICOM forbids (PS3.5, A.4.4) but some files have
  const stream = frame.subarray(codestreamStart(frame));
  if (!isSigned || bits > 8) return { ...(await decoder(stream)), isRgb: true };
  const { words } = await decoder(declaredUnsigned(stream, shape.samples));
  return { words: words.map((word) => word ^ (1 << (bits - 1))), bits, isRgb: true };
}
