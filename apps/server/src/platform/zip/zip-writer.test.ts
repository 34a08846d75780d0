import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalStore } from '../outside/storage/folder/local-store.ts';
import { createURLSigner } from '../outside/storage/signed-url.ts';
import { readEntry } from './zip-entry.ts';
import type { ZipIndex } from './zip-index.ts';
import { unpackZip } from './zip-unpack.ts';
import { verifyZip, ZipDamaged } from './zip-verify.ts';
import { writeZip } from './zip-writer.ts';

let folder: string;
let zip: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snimok-zip-'));
  zip = join(folder, 'study.zip');
});
afterEach(() => rm(folder, { recursive: true }));

/** Samples of 16 bits with 12 random bits, as a detector stores them. */
function noisy(lengthBytes: number): Buffer {
  const bytes = randomBytes(lengthBytes);
  for (let index = 1; index < bytes.length; index += 2) bytes[index]! &= 0x0f;
  return bytes;
}

const study: [name: string, content: Buffer][] = [
  ['Снимки/Серия 1/0001.dcm', noisy(330_000)],
  ['Снимки/Серия 1/0002.dcm', noisy(330_001)],
  ['readme.txt', Buffer.from('Откройте viewer.exe\n'.repeat(100))],
  ['empty', Buffer.alloc(0)],
  ['byte', Buffer.from('x')],
  ['photo.jpg', randomBytes(100_000)],
  ['volume.dcm', noisy(13_000_001)],
  ['exactly-two-blocks.dcm', noisy(8 * 1024 * 1024)],
  ['exactly-one-block.dcm', noisy(4 * 1024 * 1024)],
  ['viewer/film.mp4', randomBytes(9_000_000)],
  ['zeros', Buffer.alloc(5_000_000)],
];

async function files(contents: [name: string, content: Buffer][] = study) {
  await mkdir(join(folder, 'in'), { recursive: true });
  const sources = contents.map(([name], index) => ({ name, path: join(folder, 'in', String(index)) }));
  for (const [index, { path }] of sources.entries()) await writeFile(path, contents[index]![1]);
  return sources;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('the index has the byte range, method and checksums of each file', async () => {
  const index = await writeZip(zip, await files());
  const object = await readFile(zip);
  expect(index).toMatchObject({ sizeBytes: object.length, sha256: sha256(object) });
  expect(
    index.entries.map(({ name, sizeBytes, crc32, sha256 }) => ({ name, sizeBytes, crc32, sha256 })),
  ).toEqual(
    study.map(([name, bytes]) => ({
      name,
      sizeBytes: bytes.length,
      crc32: crc32(bytes),
      sha256: sha256(bytes),
    })),
  );
  const methods = Object.fromEntries(index.entries.map(({ name, method }) => [name, method]));
  expect(methods).toMatchObject({
    'Снимки/Серия 1/0001.dcm': 'deflate',
    'volume.dcm': 'deflate',
    zeros: 'deflate',
    'photo.jpg': 'stored',
    'viewer/film.mp4': 'stored',
    empty: 'stored',
  });
  await verifyZip(zip, index);
});

test('another unzip program (Python) reads the same files', async () => {
  await writeZip(zip, await files(), { modifiedAt: new Date('2026-11-21T09:30:00Z') });
  const script = `
import sys, zipfile, hashlib
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    for i in z.infolist(): print(hashlib.sha256(z.read(i)).hexdigest(), i.date_time, i.filename)
`;
  const { stdout } = await promisify(execFile)('python3', ['-c', script, zip], { env: { PYTHONUTF8: '1' } });
  expect(stdout.trim().split('\n')).toEqual(
    study.map(([name, bytes]) => `${sha256(bytes)} (2026, 11, 21, 9, 30, 0) ${name}`),
  );
});

test('the same files in the same order give the same bytes', async () => {
  const sources = await files();
  const first = await writeZip(zip, sources);
  expect(await writeZip(join(folder, 'second.zip'), sources)).toEqual(first);
});

test('a written ZIP is unpacked to the same files', async () => {
  await writeZip(zip, await files());
  const out = join(folder, 'out');
  await mkdir(out);
  const unpacked = [];
  for await (const { name, path } of unpackZip(zip, out, { archive: 'study.zip' })) {
    expect(dirname(path)).toBe(out);
    unpacked.push([name, sha256(await readFile(path))]);
  }
  expect(unpacked).toEqual(study.map(([name, bytes]) => [name, sha256(bytes)]));
});

test('a study without files gives an empty ZIP', async () => {
  const index = await writeZip(zip, []);
  expect(index).toMatchObject({ entries: [], sizeBytes: 22 });
  await verifyZip(zip, index);
});

test('a ZIP of more than 65,535 files is valid', async () => {
  const [one] = await files([['one', Buffer.from('content of one')]]);
  const many = Array.from({ length: 65_600 }, (_, number) => ({ name: `${number}.txt`, path: one!.path }));
  const index = await writeZip(zip, many);
  await verifyZip(zip, index);
  const script = 'import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).infolist()))';
  expect((await promisify(execFile)('python3', ['-c', script, zip])).stdout.trim()).toBe('65600');
});

test('two files with one name, a missing file and an abort leave no ZIP behind', async () => {
  const sources = await files();
  await expect(writeZip(zip, [...sources, sources[0]!])).rejects.toThrow('two files have the same name');
  await expect(writeZip(zip, [...sources, { name: 'x', path: join(folder, 'none') }])).rejects.toThrow(
    'ENOENT',
  );
  const aborter = new AbortController();
  const aborted = writeZip(zip, sources, { signal: aborter.signal, onProgress: () => aborter.abort() });
  await expect(aborted).rejects.toThrow('aborted');
  expect(await readdir(folder)).toEqual(['in']);
});

test('progress ends at the size of all files', async () => {
  const steps: number[] = [];
  await writeZip(zip, await files(), { onProgress: (doneBytes) => steps.push(doneBytes) });
  expect(steps).toHaveLength(study.length);
  expect(steps.at(-1)).toBe(study.reduce((sum, [, bytes]) => sum + bytes.length, 0));
});

test('verification detects one flipped bit anywhere in the object', async () => {
  const index = await writeZip(zip, await files());
  const object = await readFile(zip);
  const { offset } = index.entries[0]!;
  const positions = [
    0,
    offset + 1000,
    object.length - 1,
    ...index.entries.map((entry) => entry.offset + (entry.compressedBytes >> 1)),
  ];
  for (const position of positions) {
    const damaged = Buffer.from(object);
    damaged[position]! ^= 1;
    await writeFile(zip, damaged);
    await expect(verifyZip(zip, index)).rejects.toThrow(ZipDamaged);
  }
  await writeFile(zip, object.subarray(0, -1));
  await expect(verifyZip(zip, index)).rejects.toThrow(ZipDamaged);
});

test('verification detects a wrong index', async () => {
  const index = await writeZip(zip, await files());
  const corruptions: ((entry: ZipIndex['entries'][number]) => void)[] = [
    (entry) => entry.sizeBytes++,
    (entry) => entry.sizeBytes--,
    (entry) => entry.crc32++,
    (entry) => (entry.sha256 = sha256(Buffer.from('another'))),
    (entry) => entry.compressedBytes--,
    (entry) => entry.offset++,
  ];
  for (const corrupt of corruptions) {
    for (const number of [0, 5, 6, 9]) {
      const wrong = structuredClone(index);
      corrupt(wrong.entries[number]!);
      await expect(verifyZip(zip, wrong)).rejects.toThrow(ZipDamaged);
    }
  }
});

test('each file of a stored ZIP can be read by itself', async () => {
  const index = await writeZip(zip, await files());
  const store = await LocalStore.open(join(folder, 'store'), createURLSigner('a secret of the test'));
  await store.writeFrom('studies/a.zip', zip);
  for (const [number, entry] of index.entries.entries()) {
    const content = await buffer(await readEntry(store, 'studies/a.zip', entry));
    expect(content.equals(study[number]![1])).toBe(true);
  }
});
