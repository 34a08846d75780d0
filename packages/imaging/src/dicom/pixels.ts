import type { FrameShape, RawFrame } from './codecs/frame.ts';
import { inflateFrame } from './codecs/deflated.ts';
import { decodeJpeg } from './codecs/jpeg.ts';
import { decodeHtj2k, decodeJpeg2000 } from './codecs/jpeg-2000.ts';
import { decodeJpegLossless } from './codecs/jpeg-lossless.ts';
import { decodeJpegLs } from './codecs/jpeg-ls.ts';
import { decodeNative, type NativeLayout, nativeFrameBits } from './codecs/native.ts';
import { decodeRle } from './codecs/rle.ts';
import type { DicomFile } from './file.ts';
import { compressedFrame } from './fragments.ts';
import { dataSetBytes } from './part10.ts';
import { DicomProblem } from './problem.ts';
import { type SampleValues, storedValues } from './stored-values.ts';
import { codecOf, type PixelCodec } from './transfer-syntax.ts';

/** A panoramic has 4 million samples, a CBCT slice 1 million: what is larger than this is an attack or a mistake. */
const MAX_SAMPLES = 120_000_000;

/** One picture: stored values, row by row, the samples of a pixel side by side; rescale is not applied. */
export type DecodedFrame = {
  rows: number;
  columns: number;
  samples: number;
  bitsStored: number;
  /** As the values are now: a decoder may have turned YBR into RGB. */
  photometricInterpretation: string;
  values: SampleValues;
};

/**
 * Decodes one frame, counted from 0. `bytes` is the whole file that `file` was read from.
 * Every size is checked before anything is allocated by it.
 * @throws DicomProblem `no-pixel-data`, `no-such-frame`, `impossible-image`, `image-too-large`, `truncated-pixels`,
 *   `damaged-pixels`, `unknown-compression`
 */
export async function decodeFrame(
  bytes: Uint8Array,
  file: DicomFile,
  frameIndex: number,
): Promise<DecodedFrame> {
  const codec = codecOf(file.transferSyntaxUID);
  if (!codec) throw new DicomProblem('unknown-compression', `transfer syntax ${file.transferSyntaxUID}`);
  const shape = shapeOf(file);
  if (!Number.isInteger(frameIndex) || frameIndex < 0 || frameIndex >= file.numberOfFrames) {
    throw new DicomProblem('no-such-frame', `frame ${frameIndex} of ${file.numberOfFrames}`);
  }
  const content = plain(dataSetBytes(bytes, file.encoding.deflatedFrom));
  // Some archives unpack the pixels and leave the old transfer syntax: a defined length is never encapsulated.
  const stated = file.encoding.pixelData?.undefinedLength ? codec : 'native';
  const raw = await rawFrame(stated, content, file, shape, frameIndex);
  return {
    rows: shape.rows,
    columns: shape.columns,
    samples: shape.samples,
    ...storedValues(raw, file),
    photometricInterpretation: photometricOf(file, raw, shape.samples),
  };
}

/** Node's Buffer is a Uint8Array whose `slice` does not copy: below here nobody should have to think of it. */
const plain = ({ buffer, byteOffset, length }: Uint8Array) => new Uint8Array(buffer, byteOffset, length);

type Decode = (frame: Uint8Array, shape: FrameShape) => RawFrame | Promise<RawFrame>;

const DECODERS: Record<Exclude<PixelCodec, 'native' | 'deflated'>, Decode> = {
  rle: decodeRle,
  jpeg: decodeJpeg,
  'jpeg-lossless': decodeJpegLossless,
  'jpeg-ls': decodeJpegLs,
  'jpeg-2000': decodeJpeg2000,
  htj2k: decodeHtj2k,
};

function rawFrame(
  codec: PixelCodec,
  content: Uint8Array,
  file: DicomFile,
  shape: FrameShape,
  frame: number,
): RawFrame | Promise<RawFrame> {
  if (codec === 'native') return nativeFrame(content, file, shape, frame);
  const compressed = compressedFrame(content, file, frame);
  if (codec !== 'deflated') return DECODERS[codec](compressed, shape);
  const layout = nativeLayout(file, shape);
  return decodeNative(inflateFrame(compressed, nativeFrameBits(layout)), 0, layout);
}

function nativeFrame(content: Uint8Array, file: DicomFile, shape: FrameShape, frame: number): RawFrame {
  const { pixelData } = file.encoding;
  if (!pixelData) throw new DicomProblem('no-pixel-data', 'the file has no pixel data');
  const pixels = content.subarray(pixelData.offset, pixelData.offset + pixelData.length);
  const layout = nativeLayout(file, shape);
  // Some writers say 422 and store whole chroma: the length tells.
  const storesWhole =
    layout.halfChroma &&
    pixels.length * 8 >= nativeFrameBits({ ...layout, halfChroma: false }) * file.numberOfFrames;
  return decodeNative(pixels, frame, storesWhole ? { ...layout, halfChroma: false } : layout);
}

function nativeLayout(file: DicomFile, shape: FrameShape): NativeLayout {
  const { pixelData, elementEncoding: grammar } = file.encoding;
  const halfChroma =
    /^YBR_(FULL|PARTIAL)_422$/.test(file.photometricInterpretation ?? '') && shape.samples === 3;
  const planar = file.planarConfiguration === 1;
  return {
    ...shape,
    planar,
    halfChroma: halfChroma && !planar,
    isOw: pixelData?.vr === 'OW',
    elementEncoding: grammar,
  };
}

/** Size and depth, refused when they cannot be a picture's. */
function shapeOf({
  rows,
  columns,
  samplesPerPixel: samples,
  bitsAllocated,
  hasPixelData,
}: DicomFile): FrameShape {
  if (!hasPixelData) throw new DicomProblem('no-pixel-data', 'the file has no pixel data');
  const possible =
    rows !== null &&
    rows > 0 &&
    columns !== null &&
    columns > 0 &&
    [1, 3].includes(samples) &&
    bitsAllocated !== null &&
    [1, 8, 16, 32].includes(bitsAllocated) &&
    (samples === 1 || bitsAllocated === 8);
  if (!possible) {
    throw new DicomProblem(
      'impossible-image',
      `${columns}×${rows}, ${samples} samples of ${bitsAllocated} bits`,
    );
  }
  if (rows * columns * samples > MAX_SAMPLES) {
    throw new DicomProblem('image-too-large', `${columns}×${rows}×${samples} is over ${MAX_SAMPLES} samples`);
  }
  return { rows, columns, samples, bitsAllocated };
}

function photometricOf(file: DicomFile, { isRgb }: RawFrame, samples: number): string {
  const stated = file.photometricInterpretation ?? (samples === 3 ? 'RGB' : 'MONOCHROME2');
  if (samples === 3 && isRgb) return 'RGB';
  return stated === 'YBR_FULL_422' ? 'YBR_FULL' : stated;
}
