import { open, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createDeflateRaw, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { centralHeader, type EntryRecord, endRecords, localHeader } from './zip-format.ts';
import { ZipProblem } from './zip-problem.ts';
import { type EntrySpec, makeZip, startUnpacking } from './zip-unpack.fixture.ts';

/** Writes a ZIP with one entry of zeros that declares another size. */
async function writeBomb(path: string, actualBytes: number, declaredBytes: number): Promise<void> {
  const deflated = await deflateZeros(actualBytes);
  const entry: EntryRecord = {
    name: Buffer.from('zeros'),
    method: 'deflate',
    crc32: 0,
    compressedBytes: deflated.length,
    sizeBytes: declaredBytes,
    headerOffset: 0,
    descriptor: false,
    wide: true,
    modifiedAt: new Date(0),
  };
  const local = localHeader(entry);
  const central = centralHeader(entry);
  const end = endRecords(1, local.length + deflated.length, central.length);
  await writeFile(path, Buffer.concat([local, deflated, central, end]));
}

/** Deflates one megabyte of zeros up to a byte boundary and repeats the output, which is faster than deflating all. */
async function deflateZeros(lengthBytes: number): Promise<Buffer> {
  const stream = createDeflateRaw();
  const megabyte = Buffer.alloc(1_000_000);
  const flushed: Buffer[] = [];
  stream.on('data', (chunk) => flushed.push(chunk));
  stream.write(megabyte);
  await new Promise<void>((resolve) => stream.flush(() => resolve()));
  const first = Buffer.concat(flushed);
  const last = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([...Array.from({ length: Math.round(lengthBytes / 1e6) }, () => first), last]);
}

test('a bomb of ten gigabytes of zeros is rejected by its declared size', async () => {
  const { out, zip, unpack } = await startUnpacking();
  await writeBomb(zip, 10e9, 10e9);
  await expect(unpack()).rejects.toThrow('неправдоподобно сильно');
  expect(await readdir(out)).toEqual([]);
});

test('a bomb that declares a smaller size is stopped at that size', async () => {
  const { out, zip, unpack } = await startUnpacking();
  for (const declaredBytes of [1000, 50e6]) {
    await writeBomb(zip, 10e9, declaredBytes);
    await expect(unpack()).rejects.toThrow('не читается файл «zeros»');
    for (const name of await readdir(out)) {
      const file = await open(join(out, name));
      expect((await file.stat()).size).toBeLessThanOrEqual(declaredBytes);
      await file.close();
      await rm(join(out, name));
    }
  }
});

test('an archive whose entries share bytes is rejected', async () => {
  const { unpack, write } = await startUnpacking();
  const shared: EntrySpec[] = Array.from({ length: 1000 }, (_, number) => ({
    name: `${number}`,
    content: Buffer.alloc(90_000),
    forge(entry) {
      entry.headerOffset = 0;
    },
  }));
  await write(shared);
  await expect(unpack()).rejects.toThrow('перекрываются');
});

test('an archive whose local header reaches into the next entry is rejected', async () => {
  const { zip, unpack } = await startUnpacking();
  const bytes = makeZip([{ name: 'a' }, { name: 'b' }]);
  bytes.writeUInt16LE(60, 28); // the local extra field's length
  await writeFile(zip, bytes);
  await expect(unpack()).rejects.toThrow('перекрываются');
});

test('a directory offset beyond 2⁵³ throws a ZipProblem and no other error', async () => {
  const { zip, unpack } = await startUnpacking();
  const bytes = makeZip([{ name: 'a' }]);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(0xffff_ffff_ffff_ffffn, 8);
  await writeFile(zip, Buffer.concat([bytes.subarray(0, -22), locator, bytes.subarray(-22)]));
  await expect(unpack()).rejects.toThrow('повреждён');
});

test('a ZIP with any byte changed is unpacked or throws a ZipProblem, never another error', async () => {
  const { out, zip, unpack } = await startUnpacking();
  const bytes = makeZip([{ name: 'a', content: Buffer.from('x'.repeat(50)) }, { name: 'b/c' }]);
  for (let offset = 0; offset < bytes.length; offset++) {
    for (const value of [0, 0xff, bytes[offset]! ^ 0x40]) {
      const changed = Buffer.from(bytes);
      changed[offset] = value;
      await writeFile(zip, changed);
      const result = await unpack().catch((cause) => cause);
      if (result instanceof Error) expect(result).toBeInstanceOf(ZipProblem);
      for (const name of await readdir(out)) await rm(join(out, name));
    }
  }
});

/** The malicious and unusual archives of yauzl's test suite. */
const attacks = join(
  process.env.SNIMOK_SHARED_DATA ?? join(import.meta.dirname, '../../../../../../shared/data'),
  'zip-attacks-yauzl',
);
const attackFiles = await readdir(attacks, { recursive: true }).catch(() => []);
const attackZips = attackFiles.filter((name) => name.endsWith('.zip'));

test.runIf(process.env.CI || attackZips.length > 0)('the collection of attacks is complete', () => {
  expect(attackZips.length).toBeGreaterThanOrEqual(47);
});

/** Valid archives that are rejected because they are encrypted or use another compression method. */
const REJECTED_THOUGH_VALID = /encryption|bogus-compression-method/;

test.for(attackZips)(
  'unpacking %s writes nothing outside the folder and throws no error other than ZipProblem',
  async (name) => {
    const { folder, unpack } = await startUnpacking();
    const result = await unpack({ archive: basename(name) }, join(attacks, name)).catch((cause) => cause);
    expect(await readdir(folder)).toEqual(['out']);
    if (result instanceof Error) expect(result).toBeInstanceOf(ZipProblem);
    if (name.startsWith('success')) expect(result instanceof Error).toBe(REJECTED_THOUGH_VALID.test(name));
  },
);
