import { crc32, deflateRawSync } from 'node:zlib';
import type { Random } from './random.ts';

const NAMES = [
  'a.dcm',
  '../../etc/passwd',
  '/abs',
  'C:\\x',
  'a/b/c.dcm',
  '',
  'CON',
  'x\0y',
  '\u202egpj.exe',
  'a'.repeat(300),
  'КТ/срез 1.dcm',
  '.',
  'a//b',
  'end. ',
];

interface Entry {
  name: Buffer;
  content: Buffer;
  packed: Buffer;
  method: number;
}

const entry = (random: Random, contents: readonly Buffer[]): Entry => {
  const content = random.chance(0.7)
    ? random.pick(contents)
    : random.chance(0.5)
      ? Buffer.alloc(random.int(2 ** 20))
      : random.bytes(random.int(200));
  const method = random.pick([0, 8, 8, 8, 9, 99]);
  const packed = method === 0 ? content : deflateRawSync(content, { level: 1 });
  return { name: Buffer.from(random.pick(NAMES)), content, packed, method };
};

/** Mostly the true value, sometimes a false one. */
const maybe = (random: Random, value: number, most = 0xffffffff): number =>
  random.chance(0.03) ? random.pick([0, 1, value + 1, Math.max(0, value - 1), most]) % (most + 1) : value;

const localHeader = (random: Random, { name, content, packed, method }: Entry): Buffer => {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(maybe(random, 20, 0xffff), 4);
  head.writeUInt16LE(maybe(random, 0x800, 0xffff), 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt32LE(maybe(random, crc32(content)), 14);
  head.writeUInt32LE(maybe(random, packed.length), 18);
  head.writeUInt32LE(maybe(random, content.length), 22);
  head.writeUInt16LE(maybe(random, name.length, 0xffff), 26);
  return Buffer.concat([head, name, packed]);
};

const centralHeader = (random: Random, { name, content, packed, method }: Entry, offset: number): Buffer => {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE(maybe(random, 0x800, 0xffff), 8);
  head.writeUInt16LE(method, 10);
  head.writeUInt32LE(maybe(random, crc32(content)), 16);
  head.writeUInt32LE(maybe(random, packed.length), 20);
  head.writeUInt32LE(maybe(random, content.length), 24);
  head.writeUInt16LE(maybe(random, name.length, 0xffff), 28);
  head.writeUInt16LE(maybe(random, 0, 0xffff), 30);
  head.writeUInt32LE(maybe(random, 0), 38);
  head.writeUInt32LE(maybe(random, offset), 42);
  return Buffer.concat([head, name]);
};

/** A ZIP of a few entries with false lengths, offsets, names, methods and checksums. */
export const zipFile = (random: Random, contents: readonly Buffer[]): Buffer => {
  const entries = Array.from({ length: random.int(5) }, () => entry(random, contents));
  const locals = entries.map((one) => localHeader(random, one));
  let offset = 0;
  const centrals = entries.map((one, i) => {
    const header = centralHeader(random, one, random.chance(0.05) ? 0 : offset);
    offset += locals[i]?.length ?? 0;
    return header;
  });
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(maybe(random, entries.length, 0xffff), 8);
  end.writeUInt16LE(maybe(random, entries.length, 0xffff), 10);
  end.writeUInt32LE(maybe(random, directory.length), 12);
  end.writeUInt32LE(maybe(random, offset), 16);
  return Buffer.concat([...locals, directory, end]);
};
