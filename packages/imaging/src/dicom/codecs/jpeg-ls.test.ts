import { describe, expect, test } from 'vitest';
import { decodeByCharLs, encodeJpegLs } from '../../testing/encoders.ts';
import { DicomProblem } from '../elements/problem.ts';
import { decodeJpegLs } from './jpeg-ls.ts';

const SHAPE = { rows: 37, columns: 53, samples: 1, bitsAllocated: 16 };

/** Areas of one value, of a gradient and of noise, so that runs, their ends and all contexts occur. */
function picture(bits: number, samples = 1): Uint8Array | Uint16Array {
  const largest = 2 ** bits - 1;
  let random = bits * 7919 + samples;
  const words = Array.from({ length: 37 * 53 * samples }, (_, at) => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
    const row = Math.floor(at / samples / 53);
    const column = Math.floor(at / samples) % 53;
    if (row < 9) return largest >> 1;
    if (row < 18) return Math.round((largest * column) / 52);
    if (column % 11 < 7) return row % 3 === 0 ? largest : 0;
    return random % (largest + 1);
  });
  return bits > 8 ? Uint16Array.from(words) : Uint8Array.from(words);
}

const codeOf = (stream: Uint8Array, shape = SHAPE) => {
  try {
    decodeJpegLs(stream, shape);
    return 'decoded';
  } catch (error) {
    return error instanceof DicomProblem ? error.code : error;
  }
};

/** The stream with other bytes after the first occurrence of a marker. */
function patched(stream: Uint8Array, marker: number, at: number, bytes: readonly number[]): Uint8Array {
  const start = stream.findIndex((byte, index) => byte === 0xff && stream[index + 1] === marker);
  const copy = stream.slice();
  copy.set(bytes, start + 2 + at);
  return copy;
}

describe('JPEG-LS', () => {
  test.each([2, 3, 5, 7, 8, 9, 10, 12, 14, 15, 16])('lossless, %i bits', async (bits) => {
    const original = picture(bits);
    const stream = await encodeJpegLs(original, SHAPE, { bits });
    expect(decodeJpegLs(stream, SHAPE)).toEqual({ words: original, bits });
  });

  test.each([
    [8, 1],
    [8, 3],
    [8, 20],
    [12, 2],
    [12, 9],
    [16, 1],
    [16, 5],
    [16, 255],
  ])('near-lossless, %i bits with a difference of %i, as CharLS decodes it', async (bits, near) => {
    const original = picture(bits);
    const stream = await encodeJpegLs(original, SHAPE, { bits, near });
    const { words } = decodeJpegLs(stream, SHAPE);
    expect(words).toEqual(await decodeByCharLs(stream));
    expect(Math.max(...words.map((value, at) => Math.abs(value - original[at]!)))).toBeLessThanOrEqual(near);
  });

  test.each([
    ['in planes', 0, 8, 0],
    ['by line', 1, 8, 0],
    ['by sample', 2, 8, 0],
    ['by line, 12 bits, near-lossless', 1, 12, 2],
    ['by sample, 12 bits, near-lossless', 2, 12, 2],
  ] as const)('colours interleaved %s', async (_, interleaving, bits, near) => {
    const shape = { ...SHAPE, samples: 3 };
    const original = picture(bits, 3);
    const area = original.length / 3;
    const planes = original.map((_value, at) => original[(at % area) * 3 + Math.floor(at / area)]!);
    const input = interleaving === 0 ? planes : original;
    const { words } = decodeJpegLs(await encodeJpegLs(input, shape, { interleaving, bits, near }), shape);
    expect(Math.max(...words.map((value, at) => Math.abs(value - original[at]!)))).toBeLessThanOrEqual(near);
  });

  test.each([1, 2, 3])('colour transform %i is undone as CharLS undoes it', async (transform) => {
    const shape = { ...SHAPE, samples: 3 };
    const stream = await encodeJpegLs(picture(8, 3), shape, { interleaving: 2 });
    const segment = [0xff, 0xe8, 0, 7, ...[...'mrfx'].map((letter) => letter.charCodeAt(0)), transform];
    const transformed = Uint8Array.from([...stream.subarray(0, 2), ...segment, ...stream.subarray(2)]);
    const { words } = decodeJpegLs(transformed, shape);
    expect(words).toEqual(await decodeByCharLs(transformed));
    expect(words).not.toEqual(decodeJpegLs(stream, shape).words);
  });
});

describe('a damaged JPEG-LS stream', () => {
  test('is refused wherever it is truncated', async () => {
    const stream = await encodeJpegLs(picture(12), SHAPE, { bits: 12 });
    for (let end = 2; end < stream.length - 3; end += 41)
      expect(codeOf(stream.subarray(0, end))).toMatch(/^(truncated|damaged)-pixels$/);
  });

  test('is decoded or refused, whichever byte is wrong', async () => {
    const stream = await encodeJpegLs(picture(16), SHAPE, { near: 1 });
    for (let at = 2; at < stream.length; at += 5) {
      const damaged = stream.slice();
      damaged[at]! ^= 1 << (at % 8);
      expect(codeOf(damaged)).toMatch(/^(decoded|truncated-pixels|damaged-pixels|impossible-image)$/);
    }
  });

  test('is refused if its adaptive sums would grow without limit', async () => {
    const stream = await encodeJpegLs(picture(8), SHAPE, { bits: 8, near: 100 });
    const scan = stream.findIndex((byte, at) => byte === 0xff && stream[at + 1] === 0xda) + 10;
    // Each sample ends an empty run with the longest possible code: its size doubles several times per sample.
    let bits = '';
    let sum = 2;
    for (let count = 1; count <= 40; count += 1) {
      const k = Math.min(24, Math.max(0, Math.ceil(Math.log2((sum + (count >> 1)) / count))));
      bits += `0${'0'.repeat(27)}1${'0'.repeat(k)}`;
      sum += (27 * 2 ** k) / 2;
    }
    const bytes = bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
    expect(codeOf(Uint8Array.from([...stream.subarray(0, scan), ...bytes]))).toBe('damaged-pixels');
  });

  test('is refused if its headers do not apply to DICOM', async () => {
    const stream = await encodeJpegLs(picture(8), SHAPE, { bits: 8 });
    expect(codeOf(patched(stream, 0xf7, 2, [17]))).toBe('damaged-pixels');
    expect(codeOf(patched(stream, 0xf7, 3, [0, 36]))).toBe('impossible-image');
    expect(codeOf(patched(stream, 0xda, 4, [1]))).toBe('damaged-pixels');
    expect(codeOf(patched(stream, 0xda, 5, [200]))).toBe('damaged-pixels');
    expect(codeOf(patched(stream, 0xda, 7, [1]))).toBe('damaged-pixels');
    expect(codeOf(stream)).toBe('decoded');
  });
});
