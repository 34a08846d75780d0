import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { BLOCK_BYTES } from './block-cipher.ts';
import { deriveStorageKey, HEADER_BYTES, NO_KEYS, type StorageKeys } from './file-encryption.ts';
import { LocalStore } from './folder/local-store.ts';
import { createURLSigner } from './signed-url.ts';
import { ObjectDamaged, WrongLength } from './storage.ts';

const signer = createURLSigner('a secret of the test');
const key = deriveStorageKey(randomBytes(32));
const keys: StorageKeys = { current: key, all: [key] };

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-encryption-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const openStore = async (used = keys, given?: string) => {
  const folder = given ?? (await newFolder());
  const store = await LocalStore.open(folder, signer, used);
  const bytesOf = async (name: string, range?: { start: number; end: number }) =>
    buffer(await store.read(name, range));
  return { folder, store, bytesOf, fileOf: (name: string) => join(folder, name) };
};

/** A source in chunks of this length, which may be freed. */
const chunked = (bytes: Buffer, length: number): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += length) yield new Uint8Array(bytes.subarray(at, at + length));
    })(),
  );

test.each([0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCK_BYTES, 20 * BLOCK_BYTES + 7])(
  'an object of %i bytes is encrypted on the disk and read back unchanged',
  async (length) => {
    const { store, bytesOf, fileOf } = await openStore();
    const bytes = Buffer.alloc(length, 'ФИО');
    for (const chunkBytes of [1000, BLOCK_BYTES, 5 * BLOCK_BYTES + 1]) {
      const written = await store.put('studies/a.zip', chunked(bytes, chunkBytes), { sizeBytes: length });
      expect(written.sizeBytes).toBe(length);
      expect((await readFile(fileOf('studies/a.zip'))).includes('ФИО')).toBe(false);
      expect((await bytesOf('studies/a.zip')).equals(bytes)).toBe(true);
      expect(await store.head('studies/a.zip')).toEqual({ sizeBytes: length });
      const listed = [];
      for await (const { sizeBytes } of store.list('studies/')) listed.push(sizeBytes);
      expect(listed).toEqual([length]);
    }
  },
);

test('every range of an encrypted object is the range of its content', async () => {
  const { store, bytesOf } = await openStore();
  const bytes = randomBytes(20 * BLOCK_BYTES + 100);
  await store.put('studies/a.zip', Readable.from([bytes]));
  const edges = [0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, 8 * BLOCK_BYTES, 8 * BLOCK_BYTES + 1, bytes.length];
  for (const start of edges) {
    for (const end of edges.filter((one) => one >= start)) {
      const found = await bytesOf('studies/a.zip', { start, end });
      expect([start, end, found.equals(bytes.subarray(start, end))]).toEqual([start, end, true]);
    }
  }
});

test('an object of another length than expected is refused, and no file remains', async () => {
  const { store, folder } = await openStore();
  for (const sizeBytes of [4, 6])
    await expect(store.put('a', Readable.from([Buffer.alloc(5)]), { sizeBytes })).rejects.toThrow(
      WrongLength,
    );
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  expect(await store.head('a')).toBe(null);
});

test('files that were stored before encryption, with it and after it was switched off can all be read', async () => {
  const folder = await newFolder();
  const before = await openStore(NO_KEYS, folder);
  await before.store.put('old', Readable.from([Buffer.from('of an earlier time')]));
  const during = await openStore(keys, folder);
  await during.store.put('new', Readable.from([Buffer.from('encrypted')]));
  const after = await openStore({ current: null, all: [key] }, folder);
  await after.store.put('newest', Readable.from([Buffer.from('not encrypted')]));
  for (const { bytesOf } of [during, after]) {
    expect(String(await bytesOf('old'))).toBe('of an earlier time');
    expect(String(await bytesOf('new'))).toBe('encrypted');
    expect(String(await bytesOf('newest'))).toBe('not encrypted');
  }
  expect((await readFile(join(folder, 'newest'))).toString()).toBe('not encrypted');
});

test('after a change of the storage key files of both keys are read, and the store needs the old key to open', async () => {
  const folder = await newFolder();
  await (await openStore(keys, folder)).store.put('old', Readable.from([Buffer.from('by the old key')]));
  const newKey = deriveStorageKey(randomBytes(32));
  const both = await openStore({ current: newKey, all: [newKey, key] }, folder);
  await both.store.put('new', Readable.from([Buffer.from('by the new key')]));
  expect(String(await both.bytesOf('old'))).toBe('by the old key');
  expect(String(await both.bytesOf('new'))).toBe('by the new key');
  for (const without of [NO_KEYS, { current: newKey, all: [newKey] }])
    await expect(openStore(without, folder)).rejects.toThrow(/encrypted with the key [0-9a-f]{16}: restore/);
});

test('an uploaded copy of an encrypted file is stored as ordinary content and not decrypted', async () => {
  const { store, fileOf } = await openStore();
  await store.put('real', Readable.from([Buffer.from('secret')]));
  const stolen = await readFile(fileOf('real'));
  // sent to a portal that has another key, and to one that no longer encrypts
  const other = await openStore();
  await other.store.put('forged', Readable.from([stolen]));
  expect((await other.bytesOf('forged')).equals(stolen)).toBe(true);
  const otherKey = deriveStorageKey(randomBytes(32));
  const plain = await openStore({ current: null, all: [otherKey] });
  await plain.store.put('forged', Readable.from([stolen]));
  expect((await plain.bytesOf('forged')).equals(stolen)).toBe(true);
});

test('reading an encrypted file that was changed, truncated, reordered or mixed with another one fails', async () => {
  const { store, bytesOf, fileOf } = await openStore();
  const bytes = randomBytes(3 * BLOCK_BYTES);
  await store.put('a', Readable.from([bytes]));
  await store.put('b', Readable.from([bytes]));
  const good = await readFile(fileOf('a'));
  const other = await readFile(fileOf('b'));
  const block = (at: number, from = good) =>
    from.subarray(HEADER_BYTES + at * (BLOCK_BYTES + 16), HEADER_BYTES + (at + 1) * (BLOCK_BYTES + 16));
  const header = good.subarray(0, HEADER_BYTES);
  const flipped = (at: number) => {
    const changed = Buffer.from(good);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  };
  const attacks = {
    'a changed bit': flipped(HEADER_BYTES + BLOCK_BYTES + 50),
    'a changed header': flipped(20),
    'cut off between blocks': Buffer.concat([header, block(0), block(1)]),
    'cut off within a block': good.subarray(0, -100),
    'only the header': header,
    'exchanged blocks': Buffer.concat([header, block(1), block(0), block(2)]),
    'a repeated block': Buffer.concat([header, block(0), block(0), block(2)]),
    'a block of another file': Buffer.concat([header, block(0), block(1, other), block(2)]),
    'an appended block': Buffer.concat([good, block(2)]),
  };
  for (const [name, content] of Object.entries(attacks)) {
    await writeFile(fileOf('a'), content);
    await expect(bytesOf('a'), name).rejects.toThrow(ObjectDamaged);
  }
});

test('a stream that is abandoned closes its file', async () => {
  const { store } = await openStore();
  await store.put('a', Readable.from([randomBytes(40 * BLOCK_BYTES)]));
  const count = async () => (await readdir('/proc/self/fd')).length;
  const before = await count();
  for (let i = 0; i < 20; i++) {
    const stream = await store.read('a');
    const closed = new Promise((resolve) => stream.once('close', resolve));
    if (i % 2 === 0) stream.once('data', () => stream.destroy());
    else stream.destroy();
    await closed;
  }
  expect(await count()).toBeLessThan(before + 5);
});

test('parts of a large file are encrypted too, and joined', async () => {
  const { store, folder, bytesOf } = await openStore();
  const partBytes = 2 * BLOCK_BYTES + 5;
  const sizeBytes = partBytes + 3;
  const bytes = Buffer.alloc(sizeBytes, 'ФИО');
  const partsID = await store.parts.begin('uploads/u/f');
  const object = { key: 'uploads/u/f', partsID, sizeBytes, partBytes };
  const checksums: string[] = [];
  for (const [i, part] of [bytes.subarray(0, partBytes), bytes.subarray(partBytes)].entries()) {
    const checksum = crc32(part).toString(16).padStart(8, '0');
    const claims = { method: 'PUT' as const, key: object.key, sizeBytes: part.length, expiresAt: new Date() };
    await store.parts.put(claims, { number: i + 1, checksum, partsID }, chunked(part, 65_536));
    checksums.push(checksum);
  }
  for (const name of await readdir(join(folder, 'uploads/u', `.${partsID}`)))
    expect((await readFile(join(folder, 'uploads/u', `.${partsID}`, name))).includes('ФИО')).toBe(false);
  expect(await store.parts.join(object, checksums)).toEqual({ missing: [] });
  expect((await bytesOf('uploads/u/f')).equals(bytes)).toBe(true);
});

test('a worker gets a plain copy in its scratch folder, and what it stores is encrypted', async () => {
  const { store, folder, bytesOf, fileOf } = await openStore();
  const scratch = await newFolder();
  await writeFile(join(scratch, 'made.zip'), 'a study object');
  expect(await store.writeFrom('studies/a.zip', join(scratch, 'made.zip'))).toEqual({ sizeBytes: 14 });
  expect((await readFile(fileOf('studies/a.zip'))).includes('study')).toBe(false);
  const local = await store.localPath('studies/a.zip', scratch);
  expect(await readFile(local.path, 'utf8')).toBe('a study object');
  expect(await readdir(scratch)).toHaveLength(1);
  await local.release();
  expect(await readdir(scratch)).toEqual([]);

  // the cold store has the same keys
  const cold = await openStore(keys);
  await store.copyTo('studies/a.zip', cold.store, 'archive/a.zip');
  expect(String(await cold.bytesOf('archive/a.zip'))).toBe('a study object');
  // an object that was stored without encryption is encrypted when it is copied
  const earlier = await openStore(NO_KEYS);
  await earlier.store.put('old', Readable.from([Buffer.from('plain')]));
  await earlier.store.copyTo('old', store, 'copied');
  expect((await readFile(join(folder, 'copied'))).includes('plain')).toBe(false);
  expect(String(await bytesOf('copied'))).toBe('plain');
});

test('a file that is replaced while it is read is read to its end', async () => {
  const { store } = await openStore();
  const bytes = randomBytes(30 * BLOCK_BYTES);
  await store.put('a', Readable.from([bytes]));
  const stream = await store.read('a');
  await store.put('a', Readable.from([Buffer.from('new')]));
  expect((await buffer(stream)).equals(bytes)).toBe(true);
});
