import { randomBytes } from 'node:crypto';
import { crc32 as reference } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32, hexOf } from './crc32.ts';

test('crc32 equals the CRC-32 of ZIP and S3 for any length and offset', () => {
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

test('crc32 continues from the checksum of preceding bytes', () => {
  const bytes = randomBytes(10_000);
  expect(crc32(bytes.subarray(3333), crc32(bytes.subarray(0, 3333)))).toBe(reference(bytes));
});
