import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { EntryRecord } from './zip-format.ts';
import { ZipProblem } from './zip-problem.ts';
import { type EntrySpec, makeZip, startUnpacking } from './zip-unpack.fixture.ts';

/** Sets the general purpose flags of a central header (APPNOTE §4.3.12). */
const flags = (value: number) => (header: Buffer) => void header.writeUInt16LE(value, 8);
/** Sets the unpacked size that a central header declares. */
const declares = (sizeBytes: number) => (header: Buffer) => void header.writeUInt32LE(sizeBytes, 24);
/** Sets the system in "version made by" of a central header. */
const madeOn = (system: number) => (header: Buffer) => void header.writeUInt8(system, 5);

test('files are unpacked under generated names', async () => {
  const { out, unpack, write } = await startUnpacking();
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
])('an archive with the file name %j is rejected', async (name) => {
  const { out, unpack, write } = await startUnpacking();
  await write([{ name }]);
  await expect(unpack()).rejects.toThrow(/^Архив «КТ.zip» содержит недопустимое имя файла/);
  expect(await readdir(out)).toEqual([]);
});

test('backslashes in names of old Windows tools separate folders', async () => {
  const { unpack, write } = await startUnpacking();
  await write([{ name: 'КТ\\серия\\1.dcm' }, { name: './a//b' }]);
  expect(Object.keys(await unpack())).toEqual(['КТ/серия/1.dcm', 'a/b']);
});

test('names without the UTF-8 flag are decoded as CP866 unless they are UTF-8', async () => {
  const { unpack, write } = await startUnpacking();
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

test('folders, links and metadata files of the operating system are skipped', async () => {
  const { unpack, write } = await startUnpacking();
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
  [
    'a declared size of 4 GB in a few bytes',
    [{ name: 'a', central: declares(4e9) }],
    'неправдоподобно сильно',
  ],
] as [string, EntrySpec[], string][])('an archive with %s is rejected', async ([, entries, sentence]) => {
  const { unpack, write } = await startUnpacking();
  await write(entries);
  const problem = await unpack().catch((cause) => cause);
  expect(problem).toBeInstanceOf(ZipProblem);
  expect(problem.message).toContain(sentence);
});

test('an archive whose files declare more than 20 GB together is rejected', async () => {
  const { unpack, write } = await startUnpacking();
  await write(Array.from({ length: 6 }, (_, number) => ({ name: `${number}`, central: declares(4e9) })));
  await expect(unpack()).rejects.toThrow('в распакованном виде больше 18,6 ГБ');
});

test('the caller can limit the number of files and their unpacked size', async () => {
  const { unpack, write } = await startUnpacking();
  await write([{ name: 'a' }, { name: 'b' }]);
  await expect(unpack({ limits: { entries: 1 } })).rejects.toThrow('больше 1 файлов');
  await expect(unpack({ limits: { totalBytes: 13 } })).rejects.toThrow('в распакованном виде больше');
  expect(await unpack({ limits: { entries: 2, totalBytes: 14 } })).toEqual({ a: 'content', b: 'content' });
});

test('a file that is no ZIP and a truncated ZIP are rejected with that reason', async () => {
  const { zip, unpack } = await startUnpacking();
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

test('unpacking stops when its signal is aborted', async () => {
  const { unpack, write } = await startUnpacking();
  await write(Array.from({ length: 100 }, (_, number) => ({ name: `${number}` })));
  await expect(unpack({ signal: AbortSignal.abort() })).rejects.toThrow('aborted');
});

test('an archive made by Debian’s zip is unpacked', async ({ skip }) => {
  const { folder, zip, unpack } = await startUnpacking();
  await mkdir(join(folder, 'in/серия'), { recursive: true });
  await writeFile(join(folder, 'in/серия/1.dcm'), 'один');
  await writeFile(join(folder, 'in/2'), Buffer.alloc(20_000_000, 'ab'));
  await promisify(execFile)('zip', ['-1', '-q', '-r', zip, '.'], { cwd: join(folder, 'in') }).catch(() =>
    skip('the zip program is not installed'),
  );
  expect(await unpack()).toEqual({ 'серия/1.dcm': 'один', '2': '20000000 bytes' });
});
