import { expect, test } from 'vitest';
import { decodeHtj2k } from '../dicom/codecs/jpeg-2000.ts';
import type { SampleValues } from '../dicom/pixels/stored-values.ts';
import { encodeHtj2k } from './htj2k.ts';
import { unsignedSamples } from './samples.ts';

const rescale = { slope: 2, intercept: -1000 };
const extremes: [string, SampleValues][] = [
  ['8 bits', Uint8Array.of(0, 1, 128, 255)],
  ['8 bits, signed', Int8Array.of(-128, -1, 0, 127)],
  ['16 bits', Uint16Array.of(0, 1, 32768, 65535)],
  ['16 bits, signed', Int16Array.of(-32768, -1, 0, 32767)],
  ['32 bits of a narrow range', Int32Array.of(1_000_000, 1_000_001, 1_065_535)],
];

test.for(extremes)('%s become unsigned samples with the same rescaled values', ([_, values]) => {
  const { samples, slope, intercept } = unsignedSamples(values, rescale);
  expect(samples).toSatisfy((some) => some instanceof Uint8Array || some instanceof Uint16Array);
  expect(Array.from(samples, (sample) => sample * slope + intercept)).toEqual(
    Array.from(values, (value) => value * rescale.slope + rescale.intercept),
  );
});

test('32 bits of a wide range are scaled to 16 bits', () => {
  const values = Uint32Array.of(0, 2 ** 31, 2 ** 32 - 1);
  const { samples, slope, intercept } = unsignedSamples(values, { slope: 1, intercept: 0 });
  Array.from(samples, (sample, at) =>
    expect(Math.abs(sample * slope + intercept - values[at]!)).toBeLessThanOrEqual(2 ** 16),
  );
});

const noise = (columns: number, rows: number) =>
  Uint16Array.from({ length: columns * rows }, (_, at) => (at * 7919 + ((at * at) % 977)) % 4096);

test.for([
  [32, 32],
  [33, 57],
  [400, 31],
])('a codestream of %d by %d is lossless', async ([columns = 0, rows = 0]) => {
  const samples = noise(columns, rows);
  const decode = async (bytes: Uint8Array, bitsAllocated: number) =>
    (await decodeHtj2k(bytes, { columns, rows, samples: 1, bitsAllocated })).words;
  expect(await decode(await encodeHtj2k(samples, { columns, rows }), 16)).toEqual(samples);
  const bytes = Uint8Array.from(samples, (sample) => sample & 255);
  expect(await decode(await encodeHtj2k(bytes, { columns, rows }), 8)).toEqual(bytes);
});

test('a quantised codestream is smaller, with an error of about the quantum', async () => {
  const columns = 100;
  const rows = 100;
  const samples = Uint16Array.from(
    { length: columns * rows },
    (_, at) => 2000 + 900 * Math.sin(at / 700) + ((at * 7919) % 61),
  );
  const lossless = await encodeHtj2k(samples, { columns, rows });
  const lossy = await encodeHtj2k(samples, { columns, rows }, 20);
  expect(lossy.length).toBeLessThan(lossless.length / 2);
  const { words } = await decodeHtj2k(lossy, { columns, rows, samples: 1, bitsAllocated: 16 });
  const errors = Array.from(words, (word, at) => Math.abs(word - samples[at]!));
  expect(Math.max(...errors)).toBeLessThan(60);
});
