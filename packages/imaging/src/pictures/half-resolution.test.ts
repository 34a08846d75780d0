import loadCodec from '@cornerstonejs/codec-openjph/wasmjs';
import { expect, test } from 'vitest';
import { quietOptions } from '../dicom/codecs/wasm.ts';
import { doubledPlane } from '../volume/upsample.ts';
import { halfResolutionBytes } from './half-resolution.ts';
import { encodeHtj2k } from './htj2k.ts';

const halfOf = async (bytes: Uint8Array) => {
  const decoder = new (await loadCodec(quietOptions())).HTJ2KDecoder();
  decoder.getEncodedBuffer(bytes.length).set(bytes);
  decoder.decodeSubResolution(1);
  return new Uint16Array(new Uint8Array(decoder.getDecodedBuffer()).buffer);
};

/** Smooth, with some noise; the same in every run. */
const plane = (columns: number, rows: number) =>
  Uint16Array.from({ length: columns * rows }, (_, at) => {
    const x = at % columns;
    const y = Math.floor(at / columns);
    return Math.round(2000 + 900 * Math.sin(x / 19) * Math.cos(y / 23) + ((at * 7919) % 31));
  });

test.each([
  [403, 397],
  [128, 100],
])(
  'the first bytes of a frame of %i × %i give exactly the half resolution of the whole frame',
  async (columns, rows) => {
    const samples = plane(columns, rows);
    const bytes = await encodeHtj2k(samples, { columns, rows });
    const length = halfResolutionBytes(bytes)!;
    expect(length / bytes.length).toBeLessThan(0.5);
    const half = await halfOf(bytes.slice(0, length));
    expect(half).toEqual(await halfOf(bytes));
    expect(half.length).toBe(Math.ceil(columns / 2) * Math.ceil(rows / 2));
    // at the positions of the samples, so that a structure does not move when the remaining bytes arrive
    const doubled = doubledPlane(half, columns, rows);
    const meanError = doubled.reduce((sum, value, at) => sum + value - samples[at]!, 0) / samples.length;
    const error =
      doubled.reduce((sum, value, at) => sum + Math.abs(value - samples[at]!), 0) / samples.length;
    expect([Math.abs(meanError) < 1, error < 12]).toEqual([true, true]);
  },
);

test('a lossy, damaged or foreign codestream has no part for half the resolution', async () => {
  const samples = plane(64, 64);
  const lossy = await encodeHtj2k(samples, { columns: 64, rows: 64 }, 4);
  const bytes = await encodeHtj2k(samples, { columns: 64, rows: 64 });
  const damaged = bytes.slice();
  damaged.fill(0, 100, 140);
  for (const stream of [lossy, damaged, bytes.slice(0, 60), new Uint8Array(3), new Uint8Array()])
    expect(halfResolutionBytes(stream)).toBeNull();
});
