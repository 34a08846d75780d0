import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { centralHeader, type EntryRecord, endRecords, localHeader } from './zip-format.ts';
import { ZipProblem } from './zip-problem.ts';
import { type UnpackOptions, unpackZip } from './zip-unpack.ts';

let folder: string;
let out: string;
let zip: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snimok-unpack-'));
  out = join(folder, 'out');
  zip = join(folder, 'upload.zip');
  await mkdir(out);
});
afterEach(() => rm(folder, { recursive: true }));

async function unpack(options: Partial<UnpackOptions> = {}): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name, path, sizeBytes } of unpackZip(zip, out, { archive: 'КТ.zip', ...options })) {
    expect(dirname(path)).toBe(out);
    const content = await readFile(path);
    expect(content.length).toBe(sizeBytes);
    found[name] = sizeBytes > 1000 ? `${sizeBytes} bytes` : content.toString();
  }
  return found;
}

/** A ZIP made by hand: `forge` may change any record on its way. */
interface EntrySpec {
  name: string | Buffer;
  content?: Buffer;
  forge?: (entry: EntryRecord) => void;
  /** Changes the central header's bytes. */
  central?: (header: Buffer) => void;
}

function makeZip(entries: EntrySpec[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = Buffer.from('content'), forge, central } of entries) {
    const deflated = deflateRawSync(content);
    const entry: EntryRecord = {
      name: Buffer.from(name),
      method: 'deflate',
      crc32: crc32(content),
      compressedBytes: deflated.length,
      sizeBytes: content.length,
      headerOffset: offset,
      descriptor: false,
      wide: false,
      modifiedAt: new Date('2026-11-21T09:30:00Z'),
    };
    forge?.(entry);
    parts.push(localHeader(entry), deflated);
    offset += parts.at(-2)!.length + deflated.length;
    const header = centralHeader(entry);
    central?.(header);
    directory.push(header);
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([...parts, ...directory, endRecords(entries.length, offset, directoryBytes)]);
}

const write = (entries: EntrySpec[]) => writeFile(zip, makeZip(entries));
/** General purpose flags, and the system in "version made by" (APPNOTE §4.3.12). */
const flags = (value: number) => (header: Buffer) => void header.writeUInt16LE(value, 8);
const declares = (sizeBytes: number) => (header: Buffer) => void header.writeUInt32LE(sizeBytes, 24);
const madeOn = (system: number) => (header: Buffer) => void header.writeUInt8(system, 5);

test('a folder of slices is unpacked under our own file names', async () => {
  await write([
    { name: 'Снимки/1.dcm', content: Buffer.from('один') },
    { name: 'Снимки/2.dcm', content: Buffer.from('два') },
  ]);
  expect(await unpack()).toEqual({ 'Снимки/1.dcm': 'один', 'Снимки/2.dcm': 'два' });
  expect(await readdir(out)).toEqual(['000001', '000002']);
});

test.for([
  '../x',
  'a/../../x',
  '/etc/passwd',
  'C:/x',
  'c:x',
  '..\\x',
  '\\\\server\\x',
  'a\0b',
  'a\nb',
  '..',
  '.',
  '',
  '/',
])('the name %j is refused', async (name) => {
  await write([{ name }]);
  await expect(unpack()).rejects.toThrow(/^Архив «КТ.zip» содержит недопустимое имя файла/);
  expect(await readdir(out)).toEqual([]);
});

test('backslashes of old Windows tools are folders', async () => {
  await write([{ name: 'КТ\\серия\\1.dcm' }, { name: './a//b' }]);
  expect(Object.keys(await unpack())).toEqual(['КТ/серия/1.dcm', 'a/b']);
});

test('a Russian Windows names files in CP866', async () => {
  const cp866 = (name: string) =>
    Buffer.from(
      [...name].map((letter) => {
        const code = letter.charCodeAt(0);
        if (code < 0x80) return code;
        return code < 0x440 ? code - 0x410 + 0x80 : code - 0x440 + 0xe0;
      }),
    );
  const windows = (header: Buffer) => {
    flags(0)(header);
    madeOn(0)(header);
  };
  const unix = (header: Buffer) => flags(0)(header);
  await write([
    { name: cp866('Снимок.dcm'), central: windows },
    { name: cp866('тип'), central: windows }, // valid UTF-8 by accident
    { name: 'Серия.dcm', central: windows },
    { name: '№', central: unix },
    { name: cp866('Пациент'), central: unix },
  ]);
  expect(Object.keys(await unpack())).toEqual(['Снимок.dcm', 'тип', 'Серия.dcm', '№', 'Пациент']);
});

test('folders, links and clutter are left out', async () => {
  const link = (header: Buffer) => void header.writeUInt32LE((0o120777 << 16) >>> 0, 38);
  await write([
    { name: 'a/' },
    { name: 'link', content: Buffer.from('/etc/passwd'), central: link },
    { name: '__MACOSX/a/._1' },
    { name: 'a/.DS_Store' },
    { name: 'a/Thumbs.db' },
    { name: 'a/1.dcm' },
  ]);
  expect(await unpack()).toEqual({ 'a/1.dcm': 'content' });
});

test.for([
  ['a password', [{ name: 'a', central: flags(1) }], 'защищён паролем'],
  ['strong encryption', [{ name: 'a', central: flags(0x41) }], 'защищён паролем'],
  ['Deflate64', [{ name: 'a', central: (header: Buffer) => void header.writeUInt16LE(9, 10) }], 'способом'],
  ['one name twice', [{ name: 'a/b' }, { name: 'a//b' }], 'два файла с одним именем «a/b»'],
  ['a file as folder of another', [{ name: 'a' }, { name: 'a/b/c' }], 'два файла с одним именем «a»'],
  [
    'a wrong checksum',
    [{ name: 'a', forge: (entry: EntryRecord) => void entry.crc32++ }],
    'не читается файл «a»',
  ],
  [
    'a shorter length',
    [{ name: 'a', forge: (entry: EntryRecord) => void entry.sizeBytes-- }],
    'не читается файл «a»',
  ],
  [
    'a longer length',
    [{ name: 'a', forge: (entry: EntryRecord) => void entry.sizeBytes++ }],
    'не читается файл «a»',
  ],
  ['a name of 1,025 bytes', [{ name: 'a'.repeat(1025) }], 'слишком длинное имя'],
  ['a promise of 4 GB in a few bytes', [{ name: 'a', central: declares(4e9) }], 'неправдоподобно сильно'],
] as [string, EntrySpec[], string][])('an archive with %s is refused', async ([, entries, sentence]) => {
  await write(entries);
  const refusal = await unpack().catch((cause) => cause);
  expect(refusal).toBeInstanceOf(ZipProblem);
  expect(refusal.message).toContain(sentence);
});

test('six promises of 4 GB are more than 20 GB', async () => {
  await write(Array.from({ length: 6 }, (_, number) => ({ name: `${number}`, central: declares(4e9) })));
  await expect(unpack()).rejects.toThrow('в распакованном виде больше 20 ГБ');
});

test('limits are the caller’s', async () => {
  await write([{ name: 'a' }, { name: 'b' }]);
  await expect(unpack({ limits: { entries: 1 } })).rejects.toThrow('больше 1 файлов');
  await expect(unpack({ limits: { totalBytes: 13 } })).rejects.toThrow('в распакованном виде больше');
  expect(await unpack({ limits: { entries: 2, totalBytes: 14 } })).toEqual({ a: 'content', b: 'content' });
});

test('what is no ZIP, and half a ZIP, is told as such', async () => {
  const whole = makeZip([{ name: 'a' }, { name: 'b' }]);
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('PK'),
    Buffer.alloc(1_000_000),
    whole.subarray(0, -1),
    whole.subarray(0, 60),
  ]) {
    await writeFile(zip, bytes);
    await expect(unpack()).rejects.toThrow('это не ZIP или файл передан не целиком');
  }
});

test('a bomb of ten gigabytes of zeros is refused by what it promises', async () => {
  await writeBomb(10e9, 10e9);
  await expect(unpack()).rejects.toThrow('неправдоподобно сильно');
  expect(await readdir(out)).toEqual([]);
});

test('a bomb that hides its length is stopped where it passes it', async () => {
  for (const declaredBytes of [1000, 50e6]) {
    await writeBomb(10e9, declaredBytes);
    await expect(unpack()).rejects.toThrow('не читается файл «zeros»');
    for (const name of await readdir(out)) {
      const file = await open(join(out, name));
      expect((await file.stat()).size).toBeLessThanOrEqual(declaredBytes);
      await file.close();
      await rm(join(out, name));
    }
  }
});

/** A deflate stream of zeros is a short beginning and a byte pattern that repeats, so a long one is quickly made. */
async function writeBomb(actualBytes: number, declaredBytes: number): Promise<void> {
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
  const [local, central] = [localHeader(entry), centralHeader(entry)];
  const end = endRecords(1, local.length + deflated.length, central.length);
  await writeFile(zip, Buffer.concat([local, deflated, central, end]));
}

/** One megabyte, flushed to a byte border, again and again. */
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

test('entries that share their bytes are refused', async () => {
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

test('an entry whose local header reaches into the next one is refused', async () => {
  const bytes = makeZip([{ name: 'a' }, { name: 'b' }]);
  bytes.writeUInt16LE(60, 28); // the local extra field's length
  await writeFile(zip, bytes);
  await expect(unpack()).rejects.toThrow('перекрываются');
});

test('unpacking stops when it is told to', async () => {
  await write(Array.from({ length: 100 }, (_, number) => ({ name: `${number}` })));
  await expect(unpack({ signal: AbortSignal.abort() })).rejects.toThrow('aborted');
});

test('an offset beyond every number is no crash', async () => {
  const bytes = makeZip([{ name: 'a' }]);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(0xffff_ffff_ffff_ffffn, 8);
  await writeFile(zip, Buffer.concat([bytes.subarray(0, -22), locator, bytes.subarray(-22)]));
  await expect(unpack()).rejects.toThrow('повреждён');
});

test('a byte changed anywhere gives a problem or the files, never a crash', async () => {
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

test('what Debian’s zip makes is unpacked', async ({ skip }) => {
  await mkdir(join(folder, 'in/серия'), { recursive: true });
  await writeFile(join(folder, 'in/серия/1.dcm'), 'один');
  await writeFile(join(folder, 'in/2'), Buffer.alloc(20_000_000, 'ab'));
  await promisify(execFile)('zip', ['-1', '-q', '-r', zip, '.'], { cwd: join(folder, 'in') }).catch(() =>
    skip('no zip here'),
  );
  expect(await unpack()).toEqual({ 'серия/1.dcm': 'один', '2': '20000000 bytes' });
});

const attacks = join(
  process.env.SNIMOK_SHARED_DATA ?? join(import.meta.dirname, '../../../../../../shared/data'),
  'zip-attacks-yauzl',
);
const attackFiles = await readdir(attacks, { recursive: true }).catch(() => []);
const attackZips = attackFiles.filter((name) => name.endsWith('.zip'));

test.runIf(process.env.CI || attackZips.length > 0)('the collection of attacks is there', () => {
  expect(attackZips.length).toBeGreaterThanOrEqual(47);
});

/** Good in themselves, but encrypted, compressed otherwise, or with names that have no place in a folder. */
const REFUSED_AMONG_GOOD = /encryption|bogus-compression-method/;

test.for(attackZips)('attack: %s', async (name) => {
  zip = join(attacks, name);
  const result = await unpack({ archive: basename(name) }).catch((cause) => cause);
  const before = await readdir(folder);
  expect(before.filter((one) => !['out'].includes(one))).toEqual([]);
  if (result instanceof Error) expect(result).toBeInstanceOf(ZipProblem);
  if (name.startsWith('success')) expect(result instanceof Error).toBe(REFUSED_AMONG_GOOD.test(name));
});
