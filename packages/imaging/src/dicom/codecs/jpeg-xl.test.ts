import { describe, expect, test } from 'vitest';
import { encodeJpegXl } from '../../testing/encoders.ts';
import { encapsulated } from '../../testing/raw-dicom.ts';
import { RECOMPRESSED } from '../../testing/recompressed-jpegs.ts';
import { DicomProblem } from '../elements/problem.ts';
import { decodeFrame } from '../pixels/pixels.ts';
import { readDicom } from '../read.ts';
import type { FrameShape } from './frame.ts';
import { decodeJpeg } from './jpeg.ts';
import { decodeJpegXl, decodeRecompressedJpeg } from './jpeg-xl.ts';

const SIZE = { rows: 37, columns: 53 };
const LOSSLESS = '1.2.840.10008.1.2.4.110';
const RECOMPRESSION = '1.2.840.10008.1.2.4.111';
const LOSSY = '1.2.840.10008.1.2.4.112';

/** A gradient, a pattern and noise over the whole range. */
function picture(bits: number, samples = 1): Uint8Array | Uint16Array {
  const largest = 2 ** bits - 1;
  let random = bits * 7919 + samples;
  const words = Array.from({ length: SIZE.rows * SIZE.columns * samples }, (_, at) => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
    const row = Math.floor(at / samples / SIZE.columns);
    const column = Math.floor(at / samples) % SIZE.columns;
    if (row < 12) return Math.round((largest * column) / (SIZE.columns - 1));
    return row < 24 ? (row * column * 37) & largest : random % (largest + 1);
  });
  return bits > 8 ? Uint16Array.from(words) : Uint8Array.from(words);
}

const shapeOf = (bits: number, samples = 1): FrameShape => ({
  ...SIZE,
  samples,
  bitsAllocated: bits > 8 ? 16 : 8,
});

const codeOf = async (decoding: Promise<unknown>) => {
  try {
    await decoding;
    return 'decoded';
  } catch (error) {
    return error instanceof DicomProblem ? error.code : error;
  }
};

describe('lossless JPEG XL is decoded to the samples that were encoded', () => {
  test.each([1, 8, 10, 12, 16])('%i bits, grey and colour', async (bits) => {
    for (const samples of [1, 3]) {
      const words = picture(bits, samples);
      const shape = shapeOf(bits, samples);
      const decoded = await decodeJpegXl(await encodeJpegXl(words, shape, { bits }), shape);
      expect(decoded).toEqual({ words, bits, isRgb: true });
    }
  });

  test('signed samples, which are two’s complement', async () => {
    const values = Int16Array.from(picture(16));
    const stream = await encodeJpegXl(new Uint16Array(values.buffer), shapeOf(16));
    const signed = { ...SIZE, signed: true };
    const bytes = encapsulated(LOSSLESS, signed, [stream]);
    expect((await decodeFrame(bytes, readDicom(bytes), 0)).values).toEqual(values);
    // another convention exists for the lossy transfer syntax
    const ambiguous = encapsulated(LOSSY, signed, [stream]);
    expect(await codeOf(decodeFrame(ambiguous, readDicom(ambiguous), 0))).toBe('unknown-compression');
  });

  test('frames in fragments, with each kind of offset table and with none', async () => {
    const frames = [picture(12), picture(12).map((word) => 4095 - word)];
    const streams = await Promise.all(frames.map((words) => encodeJpegXl(words, shapeOf(12), { bits: 12 })));
    const pieces = streams.flatMap((stream) => [stream.subarray(0, 100), stream.subarray(100)]);
    const second = 8 + 100 + 8 + 2 * Math.ceil(pieces[1]!.length / 2);
    for (const tables of [[], [[0, second]], [[], [0, second]]]) {
      const bytes = encapsulated(LOSSLESS, { ...SIZE, frames: 2 }, pieces, ...tables);
      const decoded = await Promise.all([0, 1].map((frame) => decodeFrame(bytes, readDicom(bytes), frame)));
      expect(decoded.map(({ values }) => values)).toEqual(frames);
    }
    // a wrong first entry shows that the table is used; the first bytes of the codestreams are compared only without
    // a usable table
    const third = encapsulated(LOSSLESS, { ...SIZE, frames: 2 }, pieces, [], [0, 108]);
    expect(await codeOf(decodeFrame(third, readDicom(third), 1))).toBe('damaged-pixels');
  });
});

test('lossy JPEG XL is decoded to nearly the original samples', async () => {
  const shape = shapeOf(16);
  const words = Uint16Array.from({ length: SIZE.rows * SIZE.columns }, (_, at) => 20_000 + 9 * at);
  const { words: decoded } = await decodeJpegXl(await encodeJpegXl(words, shape, { distance: 0.5 }), shape);
  expect(Math.max(...words.map((word, at) => Math.abs(word - decoded[at]!)))).toBeLessThan(2000);
});

test.each(['grey', 'colour'] as const)(
  'a recompressed JPEG, %s, has the samples of the JPEG',
  async (kind) => {
    const { jpeg, jpegXl, shape } = RECOMPRESSED[kind];
    const expected = await decodeJpeg(jpeg, shape);
    expect(await decodeRecompressedJpeg(jpegXl, shape)).toEqual(expected);
    const photometric = kind === 'grey' ? 'MONOCHROME2' : 'YBR_FULL_422';
    const { rows, columns, samples } = shape;
    const bytes = encapsulated(RECOMPRESSION, { rows, columns, samples, bits: 8, photometric }, [jpegXl]);
    expect((await decodeFrame(bytes, readDicom(bytes), 0)).values).toEqual(expected.words);
  },
);

test('a frame of the recompression syntax that was not made from a JPEG is decoded too', async () => {
  const words = picture(8);
  const decoded = await decodeRecompressedJpeg(await encodeJpegXl(words, shapeOf(8)), shapeOf(8));
  expect(decoded.words).toEqual(words);
});

describe('hostile frames', () => {
  test('of another size, precision or number of components are refused before they are decoded', async () => {
    const stream = await encodeJpegXl(picture(16), shapeOf(16));
    const others = [{ rows: 38 }, { columns: 52 }, { samples: 3 }, { bitsAllocated: 8 }];
    for (const other of others) {
      const shape = { ...shapeOf(16), ...other };
      for (const decode of [decodeJpegXl, decodeRecompressedJpeg])
        expect([other, await codeOf(decode(stream, shape))]).toEqual([other, 'impossible-image']);
    }
  });

  test('that claim 65,535 × 65,535 pixels are refused by their header', async () => {
    // SizeHeader with two numbers of 18 bits, ImageMetadata with default values (ISO 18181-1, annex D)
    const size = `01${lowestFirst(65_534, 18)}`;
    const bomb = Uint8Array.of(0xff, 0x0a, ...packed(`0${size}000${size}11`));
    expect(await codeOf(decodeJpegXl(bomb, shapeOf(8, 3)))).toBe('impossible-image');
    const bytes = encapsulated(LOSSLESS, { rows: 65_535, columns: 65_535, bits: 8 }, [bomb]);
    expect(await codeOf(decodeFrame(bytes, readDicom(bytes), 0))).toBe('image-too-large');
  });

  test('that are damaged or truncated anywhere are refused or decoded, and the next one is decoded', async () => {
    const words = picture(12);
    const shape = shapeOf(12);
    const stream = await encodeJpegXl(words, shape, { bits: 12 });
    for (let at = 0; at < stream.length; at += 37) {
      const cut = await codeOf(decodeJpegXl(stream.subarray(0, at), shape));
      expect([at, cut]).toEqual([at, expect.stringMatching(/^(truncated|damaged)-pixels$/)]);
      const damaged = stream.slice();
      damaged.fill(0xff, at, at + 3);
      const code = await codeOf(decodeJpegXl(damaged, shape));
      expect(code).toBeOneOf(['decoded', 'damaged-pixels', 'truncated-pixels', 'impossible-image']);
    }
    expect((await decodeJpegXl(stream, shape)).words).toEqual(words);
  });
});

const lowestFirst = (value: number, count: number) =>
  [...value.toString(2).padStart(count, '0')].toReversed().join('');

/** The first bit is the lowest of the first byte. */
const packed = (bits: string) =>
  (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt([...byte].toReversed().join(''), 2));
