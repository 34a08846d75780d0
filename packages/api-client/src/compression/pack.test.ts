import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { looksCompressed } from './compressed-formats.ts';
import { compressionSwitch } from './compression-switch.ts';
import { lineSpeed } from './line-speed.ts';
import { packBytes } from './packed-file.ts';
import { sha256 } from './sha256.ts';
import { spread } from '../bundles/spread.ts';

const random = (length: number, seed = 1) => {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
};

/** Packs with the tools of Node; records the lengths of what was compressed. */
async function pack(bytes: Uint8Array<ArrayBuffer>, compress = true) {
  const deflated: number[] = [];
  const packed = await packBytes(bytes, compress, {
    deflate: async (some) => {
      deflated.push(some.length);
      return new Uint8Array(await promisify(deflateRaw)(some));
    },
    sha256: async (some) => createHash('sha256').update(some).digest('base64'),
  });
  return { packed, deflated };
}

test('a compressible file is sent as raw DEFLATE, with the checksums of the original', async () => {
  const bytes = new Uint8Array(100_000).fill(7);
  const { packed } = await pack(bytes);
  expect(packed).toMatchObject({
    method: 'deflate',
    crc32: expect.stringMatching(/^[0-9a-f]{8}$/),
    sha256: createHash('sha256').update(bytes).digest('base64'),
  });
  expect(packed.payload.length).toBeLessThan(1000);
  expect(new Uint8Array(inflateRawSync(packed.payload))).toEqual(bytes);
});

test('a file that compression shrinks by less than a twentieth is stored uncompressed', async () => {
  const bytes = random(100_000);
  expect((await pack(bytes)).packed).toMatchObject({ method: 'stored', payload: bytes });
  expect((await pack(new Uint8Array(0))).packed).toMatchObject({ method: 'stored', crc32: '00000000' });
  expect((await pack(new Uint8Array(1000), false)).packed.method).toBe('stored');
});

test('a file in a compressed format is deflated only if a sample of it shrinks', async () => {
  const jpeg = random(500_000);
  jpeg.set([0xff, 0xd8, 0xff]);
  expect((await pack(jpeg)).deflated).toEqual([64 * 1024]);
  const storedZip = new Uint8Array(500_000);
  storedZip.set([0x50, 0x4b, 0x03, 0x04]);
  const { packed, deflated } = await pack(storedZip);
  expect([packed.method, deflated]).toEqual(['deflate', [64 * 1024, 500_000]]);
});

test('compressed transfer syntaxes are recognised, little endian ones are not', () => {
  const dicom = (syntax: string) =>
    new Uint8Array(Buffer.from(`${'\0'.repeat(128)}DICM…UI\x16\0${syntax}\0${'0'.repeat(1000)}`, 'latin1'));
  const compressed = ['1.99', '4.50', '4.70', '4.80', '4.90', '4.201', '5'];
  for (const end of compressed) expect(looksCompressed(dicom(`1.2.840.10008.1.2.${end}`))).toBe(true);
  for (const end of ['', '.1', '.2']) expect(looksCompressed(dicom(`1.2.840.10008.1.2${end}`))).toBe(false);
  expect(looksCompressed(new Uint8Array(3))).toBe(false);
});

test('SHA-256 without crypto.subtle equals the SHA-256 of OpenSSL for every length of the last block', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 100_003]) {
    const bytes = random(length);
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

test('compression is off while the connection is faster than the compressors, and is switched on again later', () => {
  const compression = compressionSwitch(2);
  expect(compression.isOn(1e9)).toBe(true);
  compression.compressed(30e6, 1000);
  const at = (megabytesPerSecond: number) => compression.isOn(megabytesPerSecond * 1e6);
  // two packers compress 60 MB/s; around that nothing changes
  expect([20, 70, 80, 70, 50, 40, 70].map(at)).toEqual([true, true, false, false, false, true, true]);
});

test('the speed of the connection is measured only while something is in transfer', () => {
  let ms = 0;
  const line = lineSpeed(() => ms);
  expect(line.read()).toBeNull();
  for (let bundle = 0; bundle < 3; bundle++) {
    line.begin();
    line.begin();
    ms += 1000;
    line.moved(2_000_000);
    line.end();
    line.end();
    ms += 5000;
  }
  expect(line.read()).toBe(2_000_000);
});

test('each prefix of the order is spread over the whole list, and each item occurs once', () => {
  const numbers = Array.from({ length: 400 }, (_, at) => at);
  const order = spread(numbers);
  expect(order.toSorted((a, b) => a - b)).toEqual(numbers);
  for (const count of [10, 50, 200]) {
    const mean = order.slice(0, count).reduce((sum, at) => sum + at, 0) / count;
    expect(Math.abs(mean - 200)).toBeLessThan(40);
  }
  expect([spread([]), spread([1]), spread([1, 2, 3])]).toEqual([[], [1], [1, 3, 2]]);
});
