import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { signAdHoc } from './ad-hoc-signature.mjs';

const LINK_EDIT = 20_480;
const SIGNED_BYTES = LINK_EDIT + 112;

const writeSegment = (file, at, { name, offset, size, sectionsAt = [] }) => {
  file.writeUInt32LE(0x19, at);
  file.writeUInt32LE(72 + 80 * sectionsAt.length, at + 4);
  file.write(name, at + 8, 'latin1');
  file.writeBigUInt64LE(BigInt(offset), at + 40);
  file.writeBigUInt64LE(BigInt(size), at + 48);
  file.writeUInt32LE(sectionsAt.length, at + 64);
  sectionsAt.forEach((start, index) => file.writeUInt32LE(start, at + 72 + index * 80 + 48));
};

/** A program for macOS with two segments; its first section begins at `sectionAt`. */
const program = ({ sectionAt = 4096 } = {}) => {
  const file = Buffer.alloc(LINK_EDIT + 100, 7);
  file.fill(0, 0, 4096);
  file.writeUInt32LE(0xfeedfacf, 0);
  file.writeUInt32LE(2, 16);
  file.writeUInt32LE(152 + 72, 20);
  writeSegment(file, 32, { name: '__TEXT', offset: 0, size: LINK_EDIT, sectionsAt: [sectionAt] });
  writeSegment(file, 184, { name: '__LINKEDIT', offset: LINK_EDIT, size: 100 });
  return file;
};

/** The signature's place as the load command gives it. */
const placeOf = (signed) => ({ at: signed.readUInt32LE(256 + 8), size: signed.readUInt32LE(256 + 12) });

test('the load command and the last segment include the signature', () => {
  const signed = signAdHoc(program(), 'snimok');
  expect(signed.readUInt32LE(16)).toBe(3);
  expect(signed.readUInt32LE(20)).toBe(152 + 72 + 16);
  expect(signed.readUInt32LE(256)).toBe(0x1d);
  const { at, size } = placeOf(signed);
  expect(at).toBe(SIGNED_BYTES);
  expect(at + size).toBe(signed.length);
  expect(Number(signed.readBigUInt64LE(184 + 48))).toBe(signed.length - LINK_EDIT);
});

test('the signature has the hash of each page of the signed file', () => {
  const signed = signAdHoc(program(), 'snimok');
  const { at } = placeOf(signed);
  expect(signed.readUInt32BE(at)).toBe(0xfade0cc0);
  const directory = at + signed.readUInt32BE(at + 16);
  expect(signed.readUInt32BE(directory)).toBe(0xfade0c02);
  const hashesAt = directory + signed.readUInt32BE(directory + 16);
  const nameAt = directory + signed.readUInt32BE(directory + 20);
  expect(signed.toString('latin1', nameAt, hashesAt)).toBe('snimok\0');
  const pages = signed.readUInt32BE(directory + 28);
  expect(pages).toBe(Math.ceil(SIGNED_BYTES / 4096));
  for (let page = 0; page < pages; page += 1) {
    const bytes = signed.subarray(page * 4096, Math.min((page + 1) * 4096, SIGNED_BYTES));
    const hash = signed.subarray(hashesAt + page * 32, hashesAt + (page + 1) * 32);
    expect(hash.toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

test('a program with a signature, without space for its load command, or of another format is refused', () => {
  expect(() => signAdHoc(signAdHoc(program(), 'snimok'), 'snimok')).toThrow('has a signature');
  expect(() => signAdHoc(program({ sectionAt: 260 }), 'snimok')).toThrow('has no space');
  expect(() => signAdHoc(Buffer.alloc(100), 'snimok')).toThrow('not a Mach-O file');
});
