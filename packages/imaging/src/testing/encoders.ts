import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FrameShape } from '../dicom/codecs/frame.ts';
import { decodeWith, quietOptions } from '../dicom/codecs/wasm.ts';

/** The precision, if less than that of the words' type; signed samples are given as words of the same bits. */
type Precision = { bits?: number | undefined; isSigned?: boolean };

/** Encodes samples of 8 or 16 bits with an encoder of cornerstonejs, lossless if it supports that. */
type Encode = (
  samples: Uint8Array | Uint16Array,
  shape: FrameShape,
  precision?: Precision,
) => Promise<Uint8Array>;

function encodeWith(
  encoder: Omit<Emscripten.Encoder, 'setQuality'>,
  samples: Uint8Array | Uint16Array,
  { rows, columns, samples: componentCount }: FrameShape,
  { bits = samples.BYTES_PER_ELEMENT * 8, isSigned = false }: Precision = {},
): Uint8Array {
  const frame = { width: columns, height: rows, bitsPerSample: bits, componentCount, isSigned };
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  encoder.getDecodedBuffer({ ...frame, isUsingColorTransform: componentCount === 3 }).set(bytes);
  encoder.encode();
  const encoded = new Uint8Array(encoder.getEncodedBuffer());
  encoder.delete();
  return encoded;
}

export const encodeHtj2k: Encode = async (samples, shape, precision) => {
  const { default: load } = await import('@cornerstonejs/codec-openjph/wasmjs');
  const encoder = new (await load(quietOptions())).HTJ2KEncoder();
  encoder.setQuality(true, 0);
  return encodeWith(encoder, samples, shape, precision);
};

export const encodeJpeg2000: Encode = async (samples, shape, precision) => {
  const { default: load } = await import('@cornerstonejs/codec-openjpeg/wasmjs');
  const encoder = new (await load(quietOptions())).J2KEncoder();
  // The default of five decompositions is too many for an image of 24 rows.
  encoder.setDecompositions(2);
  encoder.setQuality(true, 0);
  return encodeWith(encoder, samples, shape, precision);
};

/**
 * `near`: the greatest permitted difference; `interleaving`: 0 planes (also of the input), 1 by line, 2 by
 * sample; `bits`: the precision, less than that of the words' type if wanted.
 */
export async function encodeJpegLs(
  samples: Uint8Array | Uint16Array,
  shape: FrameShape,
  { near = 0, interleaving = 0, bits }: { near?: number; interleaving?: 0 | 1 | 2; bits?: number } = {},
): Promise<Uint8Array> {
  const { default: load } = await import('@cornerstonejs/codec-charls/wasmjs');
  const encoder = new (await load(quietOptions())).JpegLSEncoder();
  encoder.setNearLossless(near);
  if (shape.samples === 3) encoder.setInterleaveMode(interleaving);
  return encodeWith(encoder, samples, shape, { bits });
}

/** `bits`: as for JPEG-LS; `distance`: 0 is lossless, 1 differs hardly visibly. */
export async function encodeJpegXl(
  samples: Uint8Array | Uint16Array,
  shape: FrameShape,
  { bits, distance = 0 }: { bits?: number; distance?: number } = {},
): Promise<Uint8Array> {
  const { default: load } = await import('@cornerstonejs/codec-libjxl/encodewasmjs');
  const path = fileURLToPath(import.meta.resolve('@cornerstonejs/codec-libjxl/encodewasm'));
  // the module is made for browsers: it does not read files
  const encoder = new (await load({ ...quietOptions(), wasmBinary: readFileSync(path) })).JpegXLEncoder();
  encoder.setLossless(distance === 0);
  if (distance > 0) encoder.setDistance(distance);
  encoder.setEffort(3);
  return encodeWith(encoder, samples, shape, { bits });
}

export const encodeJpeg: Encode = async (samples, shape) => {
  const { default: load } = await import('@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs');
  const encoder = new (await load(quietOptions())).JPEGEncoder();
  encoder.setQuality(95);
  return encodeWith(encoder, samples, shape);
};

/** RLE of one sample of 8 or 16 bits (PS3.5, annex G), with literal runs only, which the standard permits. */
export function encodeRle(samples: Uint8Array | Uint16Array): Uint8Array {
  const size = samples.BYTES_PER_ELEMENT;
  const segments = Array.from({ length: size }, (_, segment) => {
    const plane = Uint8Array.from(samples, (value) => (value >> (8 * (size - 1 - segment))) & 255);
    const runs: number[] = [];
    for (let at = 0; at < plane.length; at += 128) {
      const run = plane.subarray(at, at + 128);
      runs.push(run.length - 1, ...run);
    }
    return Uint8Array.from(runs.length % 2 ? [...runs, 128] : runs);
  });
  const header = new Uint32Array(16);
  header[0] = size;
  segments.reduce((offset, segment, index) => {
    header[index + 1] = offset;
    return offset + segment.length;
  }, 64);
  return Uint8Array.from([...new Uint8Array(header.buffer), ...segments.flatMap((segment) => [...segment])]);
}

/** The samples in a JPEG-LS stream, decoded by CharLS, for comparison. */
export async function decodeByCharLs(stream: Uint8Array): Promise<Uint8Array | Uint16Array> {
  const { default: load } = await import('@cornerstonejs/codec-charls/wasmjs');
  const decoder = new (await load(quietOptions())).JpegLSDecoder();
  return decodeWith(decoder, stream).words as Uint8Array | Uint16Array;
}
