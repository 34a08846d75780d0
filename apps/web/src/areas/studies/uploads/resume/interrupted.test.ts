import { crc32, hexOf } from '@snimok/api-client/compression/crc32';
import { expect, test } from 'vitest';
import { describeInterrupted } from './interrupted.ts';
import { findDifference } from './find-difference.ts';

const MIB = 1024 ** 2;
const registered = (filename: string, sizeMB: number, storedParts = 0, uploaded = false) => ({
  filename,
  filesize: sizeMB * MIB,
  uploaded,
  parts: {
    partSize: 8 * MIB,
    there: Array.from({ length: storedParts }, (_, i) => ({ number: i + 1, checksum: '00000000' })),
  },
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const describe = (...files: ReturnType<typeof registered>[]) => {
  const found = describeInterrupted(files);
  return found && plain(`${found.title} | ${found.detail}`);
};

test('the notice about one interrupted file states the stored share, or that nothing is stored', () => {
  expect(describe()).toBeNull();
  expect(describe(registered('скан.zip', 600, 39))).toBe(
    'Выберите снова скан.zip, 52 % уже загружено | Загрузка прервана: на сервере 312 МБ из 600 МБ. Отправится только недостающее.',
  );
  expect(describe(registered('скан.zip', 600))).toBe(
    'Выберите снова скан.zip | Загрузка прервана в самом начале.',
  );
});

test('the notice about several interrupted files states the stored amount, and names their folder', () => {
  expect(describe(registered('скан.zip', 600, 39), registered('второй.zip', 200, 1))).toBe(
    'Загрузка прервана: на сервере уже 320 МБ | Выберите те же файлы ещё раз, и отправится только недостающее.',
  );
  const folder = [registered('КТ/1.dcm', 1, 0, true), registered('КТ/2.dcm', 1, 0, true)];
  expect(describe(...folder)).toBe(
    'Загрузка прервана: на сервере уже 2 файла, 2 МБ | Выберите ту же папку «КТ» ещё раз, и отправится только недостающее.',
  );
  expect(describe(...folder, registered('КТ/скан.zip', 600, 1))).toContain(
    'уже 2 файла и часть ещё одного, 10 МБ | Выберите ту же папку',
  );
  expect(describe(registered('КТ/1.dcm', 1), registered('КТ/2.dcm', 1))).toBe(
    'Загрузка прервана в самом начале | Выберите ту же папку «КТ» ещё раз.',
  );
});

const PART = 16;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const chosen = (filename: string, text: string) => ({ filename, file: new File([bytesOf(text)], filename) });
/** A file of three parts, of which the second is stored. */
const contents = 'a'.repeat(PART) + 'b'.repeat(PART) + 'c'.repeat(PART / 2);
const interrupted = {
  filename: 'скан.zip',
  filesize: contents.length,
  uploaded: false,
  parts: { partSize: PART, there: [{ number: 2, checksum: hexOf(crc32(bytesOf('b'.repeat(PART)))) }] },
};
const neverAborted = new AbortController().signal;
const differenceOf = (file: ReturnType<typeof chosen>, others = [] as ReturnType<typeof registered>[]) =>
  findDifference([file], [interrupted, ...others], neverAborted);

test('the same file continues an interrupted upload', async () => {
  expect(await differenceOf(chosen('скан.zip', contents))).toBeNull();
  // what is not stored cannot be compared; the checksums of all parts are compared when they are joined
  expect(await differenceOf(chosen('скан.zip', contents.replace('c', 'd')))).toBeNull();
});

test('a file of another name, size or content does not continue it, and the reason is given', async () => {
  expect(await differenceOf(chosen('другой.zip', contents))).toBe(
    'Начата загрузка файла «скан.zip», а выбран «другой.zip».',
  );
  expect(plain((await differenceOf(chosen('скан.zip', `${contents}!`))) ?? '')).toBe(
    'Файл «скан.zip» другого размера: начата загрузка 40 Б, а выбрано 41 Б.',
  );
  expect(await differenceOf(chosen('скан.zip', contents.replace('b', 'x')))).toContain(
    'Содержимое файла «скан.zip» другое',
  );
});

test('further files of an upload with complete files are accepted', async () => {
  expect(await differenceOf(chosen('ещё.dcm', 'x'), [registered('1.dcm', 1, 0, true)])).toBeNull();
});
