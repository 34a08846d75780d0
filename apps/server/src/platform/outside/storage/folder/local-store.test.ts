import { mkdir, mkdtemp, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalStore } from './local-store.ts';
import { createURLSigner } from '../signed-url.ts';
import { ObjectMissing, StorageUnavailable, type StoredObject, WrongLength } from '../storage.ts';

const signer = createURLSigner('a secret of the test');
let folder: string;
let store: LocalStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snimok-store-'));
  store = await LocalStore.open(folder, signer);
});
afterEach(() => rm(folder, { recursive: true }));

const bytes = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const textOf = async (key: string, from = store) => String(await buffer(await from.read(key)));
const temporaries = () => readdir(join(folder, '.incoming'));

async function listed(prefix: string): Promise<StoredObject[]> {
  const found = [];
  for await (const object of store.list(prefix)) found.push(object);
  return found.sort((one, other) => (one.key < other.key ? -1 : 1));
}

test('other users of the machine cannot access the folders and files of the store', async () => {
  await store.put('studies/deep/a.zip', bytes('abc'));
  for (const name of ['.incoming', 'studies', 'studies/deep', 'studies/deep/a.zip'])
    expect([name, (await stat(join(folder, name))).mode & 0o077]).toEqual([name, 0]);
});

test('an object is read back as a whole and by ranges', async () => {
  expect(await store.put('uploads/a/b', bytes('сни', 'мок'), { sizeBytes: 12 })).toMatchObject({
    sizeBytes: 12,
  });
  expect(await textOf('uploads/a/b')).toBe('снимок');
  expect(String(await buffer(await store.read('uploads/a/b', { start: 2, end: 6 })))).toBe('ни');
  expect(String(await buffer(await store.read('uploads/a/b', { start: 10, end: 99 })))).toBe('к');
  expect(await store.head('uploads/a/b')).toEqual({ sizeBytes: 12 });
  expect(await temporaries()).toEqual([]);
});

test('an object can be empty', async () => {
  await store.put('empty', bytes(), { sizeBytes: 0 });
  expect(await store.head('empty')).toEqual({ sizeBytes: 0 });
  expect(await textOf('empty')).toBe('');
});

test('a large object is read back unchanged', async () => {
  const chunk = Buffer.alloc(65_521, 'x');
  const source = async function* () {
    for (let index = 0; index < 100; index++) yield Buffer.concat([Buffer.from([index]), chunk]);
  };
  await store.put('large', source(), { sizeBytes: 6_552_200 });
  const back = await buffer(await store.read('large'));
  expect(back.equals(await buffer(source()))).toBe(true);
});

test.for([
  ['longer', 3],
  ['shorter', 5],
] as const)('an object %s than expected is refused and leaves no files', async ([, sizeBytes]) => {
  await expect(store.put('uploads/a', bytes('1234'), { sizeBytes })).rejects.toThrow(WrongLength);
  expect(await store.head('uploads/a')).toBeNull();
  expect(await temporaries()).toEqual([]);
});

test('if the source fails, the previous object remains', async () => {
  await store.put('uploads/a', bytes('before'));
  const broken = async function* () {
    yield Buffer.from('aft');
    throw new Error('connection reset');
  };
  await expect(store.put('uploads/a', broken())).rejects.toThrow('connection reset');
  expect(await textOf('uploads/a')).toBe('before');
  expect(await temporaries()).toEqual([]);
});

test('a reader of an object that is replaced reads the old object to its end', async () => {
  await store.put('uploads/a', bytes('before'));
  const before = await store.openObject('uploads/a');
  await store.put('uploads/a', bytes('after!'));
  expect(String(await buffer(before.stream(0, 6)))).toBe('before');
  const after = await store.openObject('uploads/a');
  expect(after.etag).not.toBe(before.etag);
  await after.close();
});

test('concurrent writes to new folders all succeed', async () => {
  const keys = Array.from({ length: 60 }, (_, index) => `uploads/${index % 3}/${index}`);
  await Promise.all(keys.map((key) => store.put(key, bytes(key))));
  expect((await listed('')).map(({ key }) => key)).toEqual(keys.sort());
  for (const key of keys) expect(await textOf(key)).toBe(key);
});

test('a removed folder is created again', async () => {
  await store.put('uploads/a/1', bytes('1'));
  await rm(join(folder, 'uploads'), { recursive: true });
  await store.put('uploads/a/2', bytes('2'));
  expect(await textOf('uploads/a/2')).toBe('2');
});

test.for([
  '../x',
  'a/../b',
  '/etc/passwd',
  'a//b',
  '.incoming/x',
  'a/',
  '',
  'A',
  'a b',
  'ключ',
  'a\\b',
  'x'.repeat(600),
])('the key %j is refused', async (key) => {
  await expect(store.put(key, bytes('x'))).rejects.toThrow('not a storage key');
  await expect(store.read(key)).rejects.toThrow('not a storage key');
});

test('operations on a missing object throw ObjectMissing or do nothing', async () => {
  await expect(store.read('uploads/none')).rejects.toThrow(ObjectMissing);
  await expect(store.localPath('uploads/none', folder)).rejects.toThrow(ObjectMissing);
  await expect(store.copyTo('uploads/none', store, 'uploads/some')).rejects.toThrow(ObjectMissing);
  expect(await store.head('uploads/none')).toBeNull();
  expect(await listed('uploads/')).toEqual([]);
  await store.remove('uploads/none');
  await store.removeAll('uploads/');
});

test('a prefix matches one folder only', async () => {
  for (const key of ['uploads/1/a', 'uploads/1/b/c', 'uploads/10/a']) await store.put(key, bytes('x'));
  expect((await listed('uploads/1/')).map(({ key }) => key)).toEqual(['uploads/1/a', 'uploads/1/b/c']);
  await store.removeAll('uploads/1/');
  expect((await listed('')).map(({ key }) => key)).toEqual(['uploads/10/a']);
  await expect(store.removeAll('')).rejects.toThrow('not a folder prefix');
});

test('writeFrom moves a file into the store', async () => {
  const file = join(folder, '.scratch');
  await writeFile(file, 'zip');
  expect(await store.writeFrom('studies/a.zip', file)).toEqual({ sizeBytes: 3 });
  expect(await textOf('studies/a.zip')).toBe('zip');
  await expect(open(file)).rejects.toThrow('ENOENT');
});

test('files are moved and copied between file systems', async ({ skip }) => {
  const elsewhere = await mkdtemp('/dev/shm/snimok-').catch(() => skip('no /dev/shm here'));
  const file = join(elsewhere, 'file');
  await writeFile(file, 'zip');
  await store.writeFrom('studies/a.zip', file);
  expect(await textOf('studies/a.zip')).toBe('zip');
  await expect(open(file)).rejects.toThrow('ENOENT');

  const cold = await LocalStore.open(join(elsewhere, 'cold'), signer);
  await store.copyTo('studies/a.zip', cold, 'studies/a.zip');
  expect(await textOf('studies/a.zip', cold)).toBe('zip');
  await rm(elsewhere, { recursive: true });
});

test('a copy in another store remains when the original is removed', async () => {
  const cold = await LocalStore.open(join(folder, '.cold'), signer);
  await store.put('studies/a.zip', bytes('zip'));
  for (const _ of ['once', 'again']) {
    expect(await store.copyTo('studies/a.zip', cold, 'studies/a.zip')).toEqual({ sizeBytes: 3 });
  }
  await store.remove('studies/a.zip');
  expect(await store.head('studies/a.zip')).toBeNull();
  expect(await textOf('studies/a.zip', cold)).toBe('zip');
});

test('a copy does not change when the original is replaced', async () => {
  await store.put('studies/a', bytes('before'));
  await store.copyTo('studies/a', store, 'studies/b');
  await store.copyTo('studies/a', store, 'studies/b');
  await store.put('studies/a', bytes('after'));
  expect(await textOf('studies/b')).toBe('before');
  await store.copyTo('studies/b', store, 'studies/b');
  expect(await textOf('studies/b')).toBe('before');
  expect(await temporaries()).toEqual([]);
});

test('a new copy of an old object has a recent modification time', async () => {
  await store.put('studies/a', bytes('x'));
  await utimes(join(folder, 'studies/a'), 1, 1);
  await store.copyTo('studies/a', store, 'studies/b');
  const [, copy] = await listed('studies/');
  expect(Date.now() - copy!.modifiedAt.getTime()).toBeLessThan(60_000);
});

test('opening the store leaves the recent temporary files of other processes', async () => {
  await mkdir(join(folder, '.incoming'), { recursive: true });
  await writeFile(join(folder, '.incoming', 'recent'), 'x');
  await LocalStore.open(folder, signer);
  expect(await temporaries()).toEqual(['recent']);
});

test('the local path is the stored file, and the check leaves no files', async () => {
  await store.put('studies/a', bytes('x'));
  const file = await store.localPath('studies/a', folder);
  await file.release();
  expect(file.path).toBe(join(folder, 'studies/a'));
  await store.check();
  expect(await temporaries()).toEqual([]);
});

test('while the folder is missing every operation throws StorageUnavailable, and no object is lost', async () => {
  await store.put('studies/a.zip', bytes('снимок'));
  const unmounted = `${folder}-unmounted`;
  await rename(folder, unmounted);
  for (const operation of [
    () => store.head('studies/a.zip'),
    () => store.read('studies/a.zip'),
    () => store.localPath('studies/a.zip', folder),
    () => store.put('studies/b.zip', bytes('второй')),
    () => store.remove('studies/a.zip'),
    () => store.check(),
    () => listed('studies/'),
  ])
    await expect(operation()).rejects.toThrow(StorageUnavailable);
  await rename(unmounted, folder);
  expect(await textOf('studies/a.zip')).toBe('снимок');
  expect(await store.head('studies/b.zip')).toBeNull();
});
