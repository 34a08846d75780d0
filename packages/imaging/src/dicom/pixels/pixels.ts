import type { FrameShape, RawFrame } from '../codecs/frame.ts';
import { inflateFrame } from '../codecs/deflated.ts';
import { decodeJpeg } from '../codecs/jpeg.ts';
import { decodeHtj2k, decodeJpeg2000 } from '../codecs/jpeg-2000.ts';
import { decodeJpegLossless } from '../codecs/jpeg-lossless.ts';
import { decodeJpegLs } from '../codecs/jpeg-ls.ts';
import { decodeJpegXl, decodeRecompressedJpeg } from '../codecs/jpeg-xl.ts';
import { decodeNative, type NativeLayout, nativeFrameBits } from '../codecs/native.ts';
import { decodeRle } from '../codecs/rle.ts';
import type { DicomFile } from '../elements/file.ts';
import { compressedFrame } from './fragments.ts';
import { dataSetBytes } from '../elements/part10.ts';
import { DicomProblem } from '../elements/problem.ts';
import { type SampleValues, storedValues } from './stored-values.ts';
import { codecOf, type PixelCodec, TRANSFER_SYNTAX } from '../elements/transfer-syntax.ts';

/** A panoramic has 4 million samples, a CBCT slice 1 million: larger frames are attacks or errors. */
const MAX_SAMPLES = 120_000_000;

/** One frame: stored values row by row, samples interleaved (RGB RGB …), without rescale. */
export type DecodedFrame = {
  rows: number;
  columns: number;
  samples: number;
  bitsStored: number;
  /** The interpretation of the decoded values: some decoders convert YBR to RGB. */
  photometricInterpretation: string;
  values: SampleValues;
};

/**
 * Decodes frame `frameIndex`, counted from 0. `bytes` is the whole file from which `file` was read. Every
 * size is checked before memory of that size is allocated.
 * @throws DicomProblem `no-pixel-data`, `no-such-frame`, `impossible-image`, `image-too-large`,
 *   `truncated-pixels`, `damaged-pixels`, `unknown-compression`
 */
export async function decodeFrame(
  bytes: Uint8Array,
  file: DicomFile,
  frameIndex: number,
): Promise<DecodedFrame> {
  const codec = codecOf(file.transferSyntaxUID);
  if (!codec) throw new DicomProblem('unknown-compression', `transfer syntax ${file.transferSyntaxUID}`);
  // JPEG XL has no signed samples. Lossless frames are two's complement; for this syntax, some encoders raise the values
  // by half their range instead, and nothing in the file says so.
  if (file.transferSyntaxUID === TRANSFER_SYNTAX.jpegXl && file.pixelRepresentation === 1)
    throw new DicomProblem('unknown-compression', 'signed samples in lossy JPEG XL are ambiguous');
  const shape = shapeOf(file, codec);
  if (!Number.isInteger(frameIndex) || frameIndex < 0 || frameIndex >= file.numberOfFrames) {
    throw new DicomProblem('no-such-frame', `frame ${frameIndex} of ${file.numberOfFrames}`);
  }
  const content = asUint8Array(dataSetBytes(bytes, file.encoding.deflatedFrom));
  // Some archives decompress the pixels without changing the transfer syntax; encapsulated pixel data always
  // has undefined length (PS3.5, A.4).
  const actualCodec = file.encoding.pixelData?.undefinedLength ? codec : 'native';
  const raw = await rawFrame(actualCodec, content, file, shape, frameIndex);
  return {
    rows: shape.rows,
    columns: shape.columns,
    samples: shape.samples,
    ...storedValues(widened(raw, shape), file),
    photometricInterpretation: photometricOf(file, raw, shape.samples),
  };
}

/** The attributes of the Image Pixel module that describe decoded frames of more than one sample. */
type ColourModel = Pick<DecodedFrame, 'photometricInterpretation'> & { planarConfiguration: 0 };

/** Decoders that convert luminance and chrominance to RGB. */
const RGB_CODECS: ReadonlySet<PixelCodec> = new Set([
  'jpeg',
  'jpeg-2000',
  'htj2k',
  'jpeg-xl',
  'jpeg-xl-jpeg',
]);

/** The colour model in which `decodeFrame` returns the frames of a file; null for images of one sample. */
export function decodedColourModel(file: DicomFile): ColourModel | null {
  if (file.samplesPerPixel !== 3) return null;
  const isRgb = file.encoding.pixelData?.undefinedLength
    ? RGB_CODECS.has(codecOf(file.transferSyntaxUID) ?? 'native')
    : false;
  return { photometricInterpretation: photometricOf(file, { isRgb }, 3), planarConfiguration: 0 };
}

/** Replaces a Node Buffer, whose `slice` does not copy, by a plain Uint8Array. */
const asUint8Array = ({ buffer, byteOffset, length }: Uint8Array) =>
  new Uint8Array(buffer, byteOffset, length);

type Decode = (frame: Uint8Array, shape: FrameShape) => RawFrame | Promise<RawFrame>;

const DECODERS: Record<Exclude<PixelCodec, 'native' | 'deflated'>, Decode> = {
  rle: decodeRle,
  jpeg: decodeJpeg,
  'jpeg-lossless': decodeJpegLossless,
  'jpeg-ls': decodeJpegLs,
  'jpeg-2000': decodeJpeg2000,
  htj2k: decodeHtj2k,
  'jpeg-xl': decodeJpegXl,
  'jpeg-xl-jpeg': decodeRecompressedJpeg,
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
  // Some writers state 422 but store full chroma: recognised by the length.
  const hasFullChroma =
    layout.halfChroma &&
    pixels.length * 8 >= nativeFrameBits({ ...layout, halfChroma: false }) * file.numberOfFrames;
  return decodeNative(pixels, frame, hasFullChroma ? { ...layout, halfChroma: false } : layout);
}

function nativeLayout(file: DicomFile, shape: FrameShape): NativeLayout {
  const { pixelData, elementEncoding } = file.encoding;
  const halfChroma =
    /^YBR_(FULL|PARTIAL)_422$/.test(file.photometricInterpretation ?? '') && shape.samples === 3;
  const planar = file.planarConfiguration === 1;
  return {
    ...shape,
    planar,
    halfChroma: halfChroma && !planar,
    isOw: pixelData?.vr === 'OW',
    elementEncoding,
  };
}

/** Codecs that also decode colour of 16 bits. */
const WIDE_COLOUR: ReadonlySet<PixelCodec> = new Set(['jpeg-2000', 'htj2k', 'jpeg-xl']);

/** @throws DicomProblem `no-pixel-data`, `impossible-image`, `image-too-large` */
function shapeOf(
  { rows, columns, samplesPerPixel: samples, bitsAllocated, hasPixelData }: DicomFile,
  codec: PixelCodec,
): FrameShape {
  if (!hasPixelData) throw new DicomProblem('no-pixel-data', 'the file has no pixel data');
  const isPossible =
    rows !== null &&
    rows > 0 &&
    columns !== null &&
    columns > 0 &&
    [1, 3].includes(samples) &&
    bitsAllocated !== null &&
    [1, 8, 16, 32].includes(bitsAllocated) &&
    (samples === 1 || bitsAllocated === 8 || (bitsAllocated === 16 && WIDE_COLOUR.has(codec)));
  if (!isPossible) {
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

/** Words as wide as Bits Allocated, although the codestream has a lower precision: clients of DICOMweb expect that. */
function widened(raw: RawFrame, { bitsAllocated }: FrameShape): RawFrame {
  const isNarrow = raw.words.BYTES_PER_ELEMENT === 1 && bitsAllocated === 16;
  return isNarrow ? { ...raw, words: Uint16Array.from(raw.words) } : raw;
}

function photometricOf(file: DicomFile, { isRgb }: Pick<RawFrame, 'isRgb'>, samples: number): string {
  const stated = file.photometricInterpretation ?? (samples === 3 ? 'RGB' : 'MONOCHROME2');
  if (samples === 3 && isRgb) return 'RGB';
  return stated === 'YBR_FULL_422' ? 'YBR_FULL' : stated;
}
