import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { deriveStorageKey, NO_KEYS, type StorageKeys } from '../file-encryption.ts';
import { LocalStore } from './local-store.ts';
import { PartsGone } from '../parts.ts';
import { createURLSigner } from '../signed-url.ts';

const PART_BYTES = 256 * 1024;
const KEY = 'uploads/u/f';

const storageKey = deriveStorageKey(randomBytes(32));
const ENCRYPTED = { current: storageKey, all: [storageKey] };

/** Stores on one folder, as several processes open it, and an object of three parts that is being sent. */
const beginParts = async (keys = NO_KEYS, { stores: count = 1 } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const signer = createURLSigner('secret');
  const open = () => LocalStore.open(folder, signer, keys);
  const [store, ...others] = [await open(), ...(await Promise.all(Array.from({ length: count - 1 }, open)))];
  const sizeBytes = 2 * PART_BYTES + 1_000;
  const partsID = await store.parts.begin(KEY);
  const object = { key: KEY, partsID, sizeBytes, partBytes: PART_BYTES };
  const file = (bytes: Buffer) => {
    const pieces = [1, 2, 3].map((number) => bytes.subarray((number - 1) * PART_BYTES, number * PART_BYTES));
    const checksums = pieces.map((piece) => crc32(piece).toString(16).padStart(8, '0'));
    /** Puts a part at the URL that the store signs for it. */
    const send = async (
      number: number,
      { to = store, source }: { to?: LocalStore; source?: Readable } = {},
    ) => {
      const part = { number, checksum: checksums[number - 1] ?? '' };
      const expiresAt = new Date(Date.now() + 60_000);
      const request = { object, part, expiresAt, grant: 'upload', origin: '' };
      const { presignedURL } = await to.parts.presign(request);
      const [token = '', filename = ''] = presignedURL.split('/').slice(2);
      const verdict = signer.verify(token, filename, new Date());
      if (!('claims' in verdict) || !verdict.claims.part) throw new Error('the URL is not valid');
      return to.parts.put(verdict.claims, verdict.claims.part, source ?? chunks(pieces[number - 1]));
    };
    return { bytes, pieces, checksums, send };
  };
  const recorded = join(folder, 'uploads/u', `.${partsID}`);
  const content = `${recorded}.content`;
  const stored = async () => buffer(await store.read(KEY));
  const makeFile = () => file(randomBytes(sizeBytes));
  return { folder, store, others, object, makeFile, recorded, content, stored };
};

const chunks = (bytes: Buffer = Buffer.alloc(0)) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, i) =>
      Buffer.from(new Uint8Array(bytes.subarray(i * 65_536, (i + 1) * 65_536))),
    ),
  );

const testInBoth = (title: string, run: (keys: StorageKeys) => Promise<void>) =>
  test.each([
    ['plain', NO_KEYS],
    ['encrypted', ENCRYPTED],
  ])(`%s: ${title}`, (_name, keys) => run(keys));

testInBoth('parts are written at their offsets, and joining them renames the file', async (keys) => {
  const { folder, store, object, makeFile, content, stored } = await beginParts(keys);
  const { bytes, checksums, send } = makeFile();
  await Promise.all([3, 1, 2].map((number) => send(number)));
  const { ino } = await stat(join(content, 'content'));
  expect(await store.parts.join(object, checksums)).toEqual({ missing: [] });
  expect((await stat(join(folder, KEY))).ino).toBe(ino);
  expect((await stored()).equals(bytes)).toBe(true);
  expect(await readdir(join(folder, 'uploads/u'))).toEqual(['f']);
});

testInBoth(
  'a part is not recorded after a broken connection or a killed process, and can be sent again',
  async (keys) => {
    const { store, object, makeFile, content, stored } = await beginParts(keys);
    const { bytes, pieces, checksums, send } = makeFile();
    const source = Readable.from(
      (async function* () {
        yield Buffer.from(pieces[0]?.subarray(0, 200_000) ?? []);
        throw new Error('connection reset');
      })(),
    );
    const sent = send(1, { source });
    await expect(sent).rejects.toThrow('connection reset');
    // as after the kill of a process: its claim and some bytes remain
    await writeFile(join(content, '2'), '');
    expect(await store.parts.list(object)).toEqual([]);
    for (const number of [1, 2, 3]) await send(number);
    expect(await store.parts.join(object, checksums)).toEqual({ missing: [] });
    expect((await stored()).equals(bytes)).toBe(true);
  },
);

testInBoth(
  'a part with different content is stored beside the first one and never mixed with it',
  async (keys) => {
    const { store, object, makeFile, stored } = await beginParts(keys);
    const first = makeFile();
    const second = makeFile();
    await first.send(1);
    await first.send(2);
    for (const number of [2, 3]) await second.send(number);
    expect(await store.parts.join(object, second.checksums)).toEqual({ missing: [1] });
    expect(await store.parts.join(object, first.checksums)).toEqual({ missing: [3] });
    await second.send(1);
    expect(await store.parts.join(object, second.checksums)).toEqual({ missing: [] });
    expect((await stored()).equals(second.bytes)).toBe(true);
  },
);

testInBoth('a part that arrives late in another process cannot change the joined object', async (keys) => {
  const { store, others, object, makeFile, stored } = await beginParts(keys, { stores: 2 });
  const first = makeFile();
  const second = makeFile();
  const source = new PassThrough();
  const late = first.send(2, { to: others[0], source });
  source.write(Buffer.from(first.pieces[1]?.subarray(0, 150_000) ?? []));
  for (const number of [1, 2, 3]) await second.send(number);
  expect(await store.parts.join(object, second.checksums)).toEqual({ missing: [] });
  source.end(Buffer.from(first.pieces[1]?.subarray(150_000) ?? []));
  await expect(late).rejects.toThrow(PartsGone);
  expect((await stored()).equals(second.bytes)).toBe(true);
});

testInBoth(
  'parts that are sent again after a lost response are still joined without copying',
  async (keys) => {
    const { folder, store, object, makeFile, content, stored } = await beginParts(keys);
    const { bytes, checksums, send } = makeFile();
    for (const number of [1, 1, 2, 3, 3]) await send(number);
    const { ino } = await stat(join(content, 'content'));
    expect(await store.parts.join(object, checksums)).toEqual({ missing: [] });
    expect((await stat(join(folder, KEY))).ino).toBe(ino);
    expect((await stored()).equals(bytes)).toBe(true);
  },
);

testInBoth('an upload that an older version began is joined by copying', async (keys) => {
  const { store, object, makeFile, content, stored } = await beginParts(keys);
  await rm(content, { recursive: true });
  const { bytes, checksums, send } = makeFile();
  for (const number of [1, 2, 3]) await send(number);
  expect(await store.parts.join(object, checksums)).toEqual({ missing: [] });
  expect((await stored()).equals(bytes)).toBe(true);
});

testInBoth('a part that an older version removed as damaged can be sent again', async (keys) => {
  const { store, object, makeFile, recorded, stored } = await beginParts(keys);
  const { bytes, checksums, send } = makeFile();
  for (const number of [1, 2, 3]) await send(number);
  // an older version removes the empty file of the part, and would store the part as a file
  await rm(join(recorded, `1-${checksums[0]}`));
  expect(await store.parts.join(object, checksums)).toEqual({ missing: [1] });
  await send(1);
  expect((await stat(join(recorded, `1-${checksums[0]}`))).size).toBeGreaterThanOrEqual(PART_BYTES);
  expect(await store.parts.join(object, checksums)).toEqual({ missing: [] });
  expect((await stored()).equals(bytes)).toBe(true);
});

testInBoth('parts whose content is lost or damaged have to be sent again', async (keys) => {
  const { store, object, makeFile, recorded, content, stored } = await beginParts(keys);
  const { bytes, checksums, send } = makeFile();
  for (const number of [1, 2, 3]) await send(number);
  await rm(join(content, 'content'));
  for (const number of [1, 2, 3]) {
    expect(await store.parts.join(object, checksums)).toEqual({ missing: [number] });
    await send(number);
  }
  await writeFile(join(recorded, `2-${checksums[1]}`), randomBytes(PART_BYTES));
  expect(await store.parts.join(object, checksums)).toEqual({ missing: [2] });
  await send(2);
  expect(await store.parts.join(object, checksums)).toEqual({ missing: [] });
  expect((await stored()).equals(bytes)).toBe(true);
});

test('an upload that was begun before the store was encrypted leaves no plain bytes', async () => {
  const { folder, object, makeFile, content } = await beginParts();
  const { bytes, checksums, pieces } = makeFile();
  const store = await LocalStore.open(folder, createURLSigner('secret'), ENCRYPTED);
  for (const [i, piece] of pieces.entries()) {
    const part = { number: i + 1, checksum: checksums[i] ?? '', partsID: object.partsID };
    const place = { startByte: i * PART_BYTES, isLast: i === 2 };
    const claims = { method: 'PUT' as const, key: KEY, sizeBytes: piece.length, expiresAt: new Date() };
    await store.parts.put(claims, { ...part, ...place }, chunks(piece));
  }
  expect((await stat(join(content, 'content'))).size).toBe(0);
  expect(await store.parts.join(object, checksums)).toEqual({ missing: [] });
  expect((await buffer(await store.read(KEY))).equals(bytes)).toBe(true);
  expect((await stat(join(folder, KEY))).size).toBeGreaterThan(bytes.length);
});
