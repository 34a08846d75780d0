import { MAX_FILES } from '@snimok/contract/studies/uploads';
import { isSystemFile, namesFor } from '@snimok/api-client/filenames';
import { type FileToSend, totalBytes } from '@snimok/api-client/transfer/upload-api';

/** A chosen file and the name under which it is sent. */
export type ChosenFile = FileToSend<File>;

/** A file with its path inside the chosen or dropped folder, as reported by the browser. */
export interface FoundFile {
  path: string;
  file: File;
}

/** S3 accepts at most 5 GiB in one PUT. */
const MAX_FILE_BYTES = 5 * 1024 ** 3;

/**
 * Assigns names after sorting by path, so that the same folder gets the same names in whatever order it is
 * listed.
 */
export function chooseFiles(found: FoundFile[]): ChosenFile[] {
  const wanted = found
    .filter(({ path }) => !isSystemFile(path))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const names = namesFor(wanted.map(({ path }) => path));
  return wanted.map(({ file }, index) => ({ filename: names[index]!, file }));
}

/** Adds files to those chosen before; a file chosen twice occurs once. */
export function joinFiles(before: ChosenFile[], added: FoundFile[]): ChosenFile[] {
  const identities = new Set(before.map(({ filename, file }) => identity(filename, file)));
  const unseen = added.filter(({ path, file }) => !identities.has(identity(path, file)));
  return chooseFiles([...before.map(({ filename, file }) => ({ path: filename, file })), ...unseen]);
}

const identity = (path: string, file: File) => `${path}|${file.size}|${file.lastModified}`;

/** A Russian sentence with the reason why these files cannot be sent; null when they can be sent. */
export function selectionProblem(files: ChosenFile[]): string | null {
  if (files.length === 0) return 'Здесь нет файлов, которые можно загрузить. Выберите папку со снимками.';
  if (totalBytes(files) === 0) return 'Все выбранные файлы пусты. Проверьте, закончилась ли запись на диск.';
  if (files.length > MAX_FILES) {
    return `Слишком много файлов: ${files.length.toLocaleString('ru')}. За один раз можно отправить ${MAX_FILES.toLocaleString('ru')}; упакуйте папку в ZIP.`;
  }
  const large = files.find(({ file }) => file.size > MAX_FILE_BYTES);
  if (large) return `Файл «${large.filename}» больше 5 ГБ. Разделите его на части.`;
  return null;
}
