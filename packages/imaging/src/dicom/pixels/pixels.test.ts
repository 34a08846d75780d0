import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodeHtj2k, encodeJpeg, encodeJpeg2000, encodeJpegLs, encodeRle } from '../../testing/encoders.ts';
import { COMPRESSED_WAVE, WAVE, wave } from '../../testing/jpeg-streams.ts';
import { bytesOf, encapsulated, imageElements, part10, rawElements } from '../../testing/raw-dicom.ts';
import { haveSharedFiles, sharedFile, sharedFilesIn } from '../../testing/shared-files.ts';
import { decodeFrame } from './pixels.ts';
import { DicomProblem } from '../elements/problem.ts';
import { readDicom } from '../read.ts';
import { TAG } from '../elements/tags.ts';
import { TRANSFER_SYNTAX } from '../elements/transfer-syntax.ts';

const JPEG = '1.2.840.10008.1.2.4.';
const SHAPE = { rows: 24, columns: 30 };
const grey16 = Uint16Array.from({ length: 720 }, (_, at) => (at * 91 + (at % 30) ** 3) & 0xffff);
const grey8 = Uint8Array.from(grey16, (value) => 128 + 100 * Math.sin(value / 9000));
const rgb = Uint8Array.from({ length: 720 * 3 }, (_, at) => (at * 7) % 251);

const decode = async (bytes: Uint8Array, frame = 0) => decodeFrame(bytes, readDicom(bytes), frame);
const codeOf = async (bytes: Uint8Array, frame = 0) => {
  try {
    await decode(bytes, frame);
    return 'decoded';
  } catch (error) {
    return error instanceof DicomProblem ? error.code : error;
  }
};

describe('lossless compression is decoded to the original values', () => {
  const shape16 = { ...SHAPE, samples: 1, bitsAllocated: 16 };
  test.each([
    ['RLE', TRANSFER_SYNTAX.rle, async () => encodeRle(grey16)],
    ['JPEG-LS', `${JPEG}80`, () => encodeJpegLs(grey16, shape16)],
    ['JPEG 2000', `${JPEG}90`, () => encodeJpeg2000(grey16, shape16)],
    ['HTJ2K', `${JPEG}201`, () => encodeHtj2k(grey16, shape16)],
  ])('%s, 16 bits', async (_, transferSyntaxUID, encode) => {
    const decoded = await decode(encapsulated(transferSyntaxUID, SHAPE, [await encode()]));
    expect(decoded).toMatchObject({ ...SHAPE, samples: 1, bitsStored: 16 });
    expect(decoded.values).toEqual(grey16);
  });

  test.each([
    ['JPEG-LS in planes', `${JPEG}80`, encodeJpegLs],
    ['JPEG 2000', `${JPEG}90`, encodeJpeg2000],
    ['HTJ2K', `${JPEG}201`, encodeHtj2k],
  ])('%s, colour', async (_, transferSyntaxUID, encode) => {
    const shape = { ...SHAPE, samples: 3, bits: 8 as const, photometric: 'RGB' };
    // The JPEG-LS encoder is set to write planes, so its input has to be in planes.
    const planes = Uint8Array.from(rgb, (_value, at) => rgb[(at % 720) * 3 + Math.floor(at / 720)]!);
    const input = encode === encodeJpegLs ? planes : rgb;
    const stream = await encode(input, { ...SHAPE, samples: 3, bitsAllocated: 8 });
    const decoded = await decode(encapsulated(transferSyntaxUID, shape, [stream]));
    expect(decoded).toMatchObject({ samples: 3, photometricInterpretation: 'RGB' });
    expect(decoded.values).toEqual(rgb);
  });

  test('a precision of 8 bits in words of 16 bits, as clients of DICOMweb expect them', async () => {
    const stream = await encodeHtj2k(grey8, { ...SHAPE, samples: 1, bitsAllocated: 8 });
    const decoded = await decode(encapsulated(`${JPEG}201`, SHAPE, [stream]));
    expect(decoded.values).toEqual(Uint16Array.from(grey8));
  });

  test.each([
    ['JPEG 2000', `${JPEG}90`, encodeJpeg2000],
    ['HTJ2K', `${JPEG}201`, encodeHtj2k],
  ])('%s, signed samples of 8, 12 and 16 bits', async (_, transferSyntaxUID, encode) => {
    const shape = { ...SHAPE, samples: 1, bitsAllocated: 16 };
    for (const bits of [12, 16]) {
      const values = Int16Array.from(grey16, (value) => (value << 16) >> (32 - bits));
      const stream = await encode(new Uint16Array(values.buffer), shape, { bits, isSigned: true });
      const bytes = encapsulated(transferSyntaxUID, { ...SHAPE, signed: true }, [stream]);
      expect((await decode(bytes)).values).toEqual(values);
    }
    // The encoders cannot read signed samples of 8 bits. Without the sign, they shift the samples as a decoder shifts
    // them back (ITU-T T.800, G.1.2); with the sign, neither does.
    const stream = await encode(grey8, { ...shape, bitsAllocated: 8 });
    expect([stream[42], stream[43]]).toEqual([7, 1]);
    const signed = bytesOf(stream.subarray(0, 42), [0x87], stream.subarray(43));
    const bytes = encapsulated(transferSyntaxUID, { ...SHAPE, bits: 8, signed: true }, [signed]);
    expect((await decode(bytes)).values).toEqual(Int8Array.from(grey8, (value) => value - 128));
  });

  test.each([
    ['first predictor', `${JPEG}70`, COMPRESSED_WAVE.losslessFirstPredictor],
    ['sixth predictor', `${JPEG}57`, COMPRESSED_WAVE.losslessSixthPredictor],
  ])('lossless JPEG, %s', async (_, transferSyntaxUID, stream) => {
    expect((await decode(encapsulated(transferSyntaxUID, WAVE, [stream]))).values).toEqual(wave);
  });
});

describe('lossy compression is decoded to nearly the original values', () => {
  const worst = (values: ArrayLike<number>, expected: ArrayLike<number>) =>
    Math.max(...Array.from(expected, (value, at) => Math.abs(value - values[at]!)));

  test('baseline JPEG, 8 bits', async () => {
    const stream = await encodeJpeg(grey8, { ...SHAPE, samples: 1, bitsAllocated: 8 });
    const decoded = await decode(encapsulated(`${JPEG}50`, { ...SHAPE, bits: 8 }, [stream]));
    expect(decoded.values).toBeInstanceOf(Uint8Array);
    expect(worst(decoded.values, grey8)).toBeLessThan(25);
  });

  test.each([
    ['sequential', `${JPEG}51`, COMPRESSED_WAVE.extended],
    ['spectral selection', `${JPEG}53`, COMPRESSED_WAVE.spectral],
    ['progressive', `${JPEG}55`, COMPRESSED_WAVE.progressive],
  ])('JPEG of 12 bits, %s', async (_, transferSyntaxUID, stream) => {
    const decoded = await decode(encapsulated(transferSyntaxUID, WAVE, [stream]));
    expect(decoded.bitsStored).toBe(12);
    expect(worst(decoded.values, wave)).toBeLessThanOrEqual(8);
  });
});

describe('uncompressed pixels', () => {
  const native = (
    shape: Parameters<typeof imageElements>[0],
    pixels: Uint8Array,
    changes: Record<number, number> = {},
  ) => {
    const elements = imageElements(shape).map((element) =>
      changes[element.tag] === undefined ? element : { ...element, value: [changes[element.tag]!] },
    );
    return part10(
      TRANSFER_SYNTAX.explicitLittleEndian,
      rawElements([...elements, { tag: TAG.pixelData, vr: 'OW', value: pixels }]),
    );
  };
  const small = { rows: 1, columns: 4 };

  test('with 12 of 16 bits stored, the upper bits are dropped and the sign is extended', async () => {
    const pixels = new Uint8Array(Uint16Array.of(0xf001, 0x0fff, 0x1800, 0x07ff).buffer);
    const twelve = { [TAG.bitsStored]: 12, [TAG.highBit]: 11 };
    expect([...(await decode(native(small, pixels, twelve))).values]).toEqual([1, 4095, 2048, 2047]);
    const signed = { ...twelve, [TAG.pixelRepresentation]: 1 };
    expect([...(await decode(native(small, pixels, signed))).values]).toEqual([1, -1, -2048, 2047]);
  });

  test('planes are interleaved, one-bit masks unpacked, subsampled chrominance duplicated', async () => {
    const colour = { ...small, columns: 2, bits: 8 as const, samples: 3, photometric: 'RGB' };
    const planes = native(colour, Uint8Array.of(1, 2, 3, 4, 5, 6), { [TAG.planarConfiguration]: 1 });
    expect([...(await decode(planes)).values]).toEqual([1, 3, 5, 2, 4, 6]);
    const mask = native({ rows: 1, columns: 5, bits: 1, frames: 2 }, Uint8Array.of(0b1010_0001, 0b11));
    expect([...(await decode(mask, 1)).values]).toEqual([1, 0, 1, 1, 1]);
    const half = native({ ...colour, photometric: 'YBR_FULL_422' }, Uint8Array.of(10, 20, 30, 40));
    expect([...(await decode(half)).values]).toEqual([10, 30, 40, 20, 30, 40]);
  });

  test('big endian and deflated files are decoded to the same values', async () => {
    const pixels = new Uint8Array(Uint16Array.of(1, 256, 4095, 65_535).buffer);
    const swapped = Uint8Array.of(0, 1, 1, 0, 0x0f, 0xff, 0xff, 0xff);
    const BIG_ENDIAN = { explicit: true, bigEndian: true };
    const withPixels = (value: Uint8Array) => [
      ...imageElements(small),
      { tag: TAG.pixelData, vr: 'OW', value },
    ];
    const big = part10(TRANSFER_SYNTAX.explicitBigEndian, rawElements(withPixels(swapped), BIG_ENDIAN));
    const packed = deflateRawSync(rawElements(withPixels(pixels)));
    const deflated = part10(TRANSFER_SYNTAX.deflatedLittleEndian, packed);
    expect([...(await decode(big)).values]).toEqual([1, 256, 4095, 65_535]);
    expect([...(await decode(deflated)).values]).toEqual([1, 256, 4095, 65_535]);
  });

  test('deflated frames are inflated, at most to the size of a frame', async () => {
    const frames = [Uint8Array.of(0b0110_0101, 0b1), Uint8Array.of(0b1111_1111, 0b0)];
    const packed = frames.map((frame) => deflateRawSync(frame));
    const shape = { rows: 3, columns: 3, bits: 1 as const, frames: 2 };
    const bytes = encapsulated(TRANSFER_SYNTAX.deflatedFrames, shape, packed);
    expect([...(await decode(bytes, 0)).values]).toEqual([1, 0, 1, 0, 0, 1, 1, 0, 1]);
    expect([...(await decode(bytes, 1)).values]).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0]);
    const bomb = [deflateRawSync(new Uint8Array(1_000_000)), packed[1]!];
    expect(await codeOf(encapsulated(TRANSFER_SYNTAX.deflatedFrames, shape, bomb))).toBe('damaged-pixels');
  });

  test('impossible sizes are refused before memory is allocated', async () => {
    const few = new Uint8Array(8);
    expect(await codeOf(native({ rows: 65_535, columns: 65_535 }, few))).toBe('image-too-large');
    expect(await codeOf(native({ rows: 10_000, columns: 10_000 }, few))).toBe('truncated-pixels');
    expect(await codeOf(native({ rows: 0, columns: 4 }, few))).toBe('impossible-image');
    expect(await codeOf(native(small, few), 1)).toBe('no-such-frame');
    expect(await codeOf(native({ ...small, frames: 2_000_000_000 }, few), 1_999_999_999)).toBe(
      'truncated-pixels',
    );
    expect(await codeOf(part10('1.2.3', rawElements(imageElements(small))))).toBe('unknown-compression');
    const { losslessFirstPredictor } = COMPRESSED_WAVE;
    const wider = encapsulated(`${JPEG}70`, { ...WAVE, columns: 10_000 }, [losslessFirstPredictor]);
    expect(await codeOf(wider)).toBe('impossible-image');
  });
});

test('a size that is no whole number is refused', async () => {
  const halves = imageElements({ rows: 7, columns: 1, bits: 32 }).map((element) =>
    element.tag === TAG.columns ? { ...element, vr: 'DS', value: '0.5 ' } : element,
  );
  const pixels = { tag: TAG.pixelData, vr: 'OW', value: new Uint8Array(14) };
  const half = part10(TRANSFER_SYNTAX.explicitLittleEndian, rawElements([...halves, pixels]));
  expect(await codeOf(half)).toBe('impossible-image');
});

describe('the fragments of a frame are found', () => {
  const later = Uint16Array.from(grey16, (value) => 65_535 - value);
  const one = encodeRle(grey16);
  const two = encodeRle(later);
  const both = { ...SHAPE, frames: 2 };
  const { rle } = TRANSFER_SYNTAX;

  test('by the offset table, or by one fragment per frame', async () => {
    const withTable = encapsulated(rle, both, [one, two], [0, one.length + 8]);
    const withoutTable = encapsulated(rle, both, [one, two]);
    const withWrongTable = encapsulated(rle, both, [one, two], [0, 77]);
    for (const bytes of [withTable, withoutTable, withWrongTable])
      expect((await decode(bytes, 1)).values).toEqual(later);
    const pieces = [one.subarray(0, 100), one.subarray(100), two.subarray(0, 64), two.subarray(64)];
    const piecesWithTable = encapsulated(rle, both, pieces, [0, one.length + 16]);
    expect((await decode(piecesWithTable, 0)).values).toEqual(grey16);
    expect((await decode(piecesWithTable, 1)).values).toEqual(later);
    expect(await codeOf(encapsulated(rle, both, pieces))).toBe('damaged-pixels');
  });

  test('by the first bytes of the codestreams without an offset table', async () => {
    const { losslessFirstPredictor: first, losslessSixthPredictor: sixth } = COMPRESSED_WAVE;
    const pieces = [first.subarray(0, 100), first.subarray(100), sixth.subarray(0, 50), sixth.subarray(50)];
    const bytes = encapsulated(`${JPEG}70`, { ...WAVE, frames: 2 }, pieces);
    expect((await decode(bytes, 0)).values).toEqual(wave);
    expect((await decode(bytes, 1)).values).toEqual(wave);
  });
});

test('a codestream of JPEG 2000 with subsampled components is refused, as OpenJPH would not return', async () => {
  const stream = await encodeHtj2k(grey16, { ...SHAPE, samples: 1, bitsAllocated: 16 });
  const subsampled = bytesOf(stream.subarray(0, 43), [255, 255], stream.subarray(45));
  expect(await codeOf(encapsulated(`${JPEG}201`, SHAPE, [subsampled]))).toBe('damaged-pixels');
});

test('truncated and damaged codestreams are refused, and the next one is still decoded', async () => {
  const shape = { ...SHAPE, samples: 1, bitsAllocated: 16 };
  const streams = [
    [`${JPEG}70`, WAVE, COMPRESSED_WAVE.losslessFirstPredictor],
    [`${JPEG}51`, WAVE, COMPRESSED_WAVE.extended],
    [`${JPEG}80`, SHAPE, await encodeJpegLs(grey16, shape)],
    [`${JPEG}90`, SHAPE, await encodeJpeg2000(grey16, shape)],
    [`${JPEG}201`, SHAPE, await encodeHtj2k(grey16, shape)],
    [`${JPEG}50`, { ...SHAPE, bits: 8 }, await encodeJpeg(grey8, { ...shape, bitsAllocated: 8 })],
    [TRANSFER_SYNTAX.rle, SHAPE, encodeRle(grey16)],
  ] as const;
  for (const [syntax, described, stream] of streams) {
    const header = encapsulated(syntax, described, [stream.subarray(0, 20)]);
    expect(await codeOf(header), syntax).toBeOneOf(['damaged-pixels', 'truncated-pixels']);
    for (let at = 30; at < stream.length; at += Math.ceil(stream.length / 12)) {
      const damaged = bytesOf(stream.subarray(0, at), [0xff, 0x13], stream.subarray(at + 2));
      const code = await codeOf(encapsulated(syntax, described, [damaged]));
      expect(code, syntax).toBeOneOf(['decoded', 'damaged-pixels', 'truncated-pixels', 'impossible-image']);
    }
    expect(await codeOf(encapsulated(syntax, described, [stream]))).toBe('decoded');
  }
});

describe.runIf(haveSharedFiles)('real files', () => {
  const folder = 'transfer-syntaxes-ct';
  const lossless = sharedFilesIn(folder).filter((path) =>
    /CTImage\.dcm_.*(1\.2|\.99|\.5|57|70|80|90)\.dcm$/.test(path),
  );

  test.each(lossless)('%s has the values of the uncompressed file', async (path) => {
    const { values } = await decode(sharedFile(path));
    expect(values).toEqual((await decode(sharedFile(`${folder}/CTImage.dcm`))).values);
  });

  const multiFrame = sharedFilesIn('multiframe-fragments').filter((path) =>
    /CT0012.*(57|70|80|rle)\.dcm$/.test(path),
  );
  test.each(multiFrame)('the second frame of %s is that of the uncompressed file', async (path) => {
    const uncompressed = await decode(
      sharedFile('multiframe-fragments/CT0012.explicit_little_endian.dcm'),
      1,
    );
    expect((await decode(sharedFile(path), 1)).values).toEqual(uncompressed.values);
  });

  test.each(sharedFilesIn('malformed-pydicom'))(
    'the pixels of %s are decoded, or refused by a DicomProblem',
    async (path) => {
      expect(await codeOf(sharedFile(path))).toBeTypeOf('string');
    },
  );
});
