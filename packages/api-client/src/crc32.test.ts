import { randomBytes } from 'node:crypto';
import { crc32 as reference } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32, hexOf } from './crc32.ts';

test('it is the CRC-32 of ZIP and S3, of any length and from any beginning', () => {
  // the check value of the catalogue of CRC algorithms (reveng, CRC-32/ISO-HDLC)
  expect(hexOf(crc32(new TextEncoder().encode('123456789')))).toBe('cbf43926');
  const bytes = randomBytes(1000);
  for (let length = 0; length < 40; length += 1) {
    for (const start of [0, 1, 7, 500]) {
      const some = bytes.subarray(start, start + length);
      expect([start, length, crc32(some)]).toEqual([start, length, reference(some)]);
    }
  }
  expect(hexOf(0)).toBe('00000000');
});

test('it goes on from the bytes before', () => {
  const bytes = randomBytes(10_000);
  expect(crc32(bytes.subarray(3333), crc32(bytes.subarray(0, 3333)))).toBe(reference(bytes));
});
