import { MAX_FILES } from '@snimok/contract/uploads';
import { isSystemFile, namesFor } from '@snimok/api-client/filenames';
import { type FileToSend, totalBytes } from '@snimok/api-client/upload-api';

/** A file that was picked and the name it is sent under. */
export type ChosenFile = FileToSend<File>;

/** A file and where it lay, as the browser tells it. */
export interface FoundFile {
  path: string;
  file: File;
}

/** S3 takes no more in one PUT. */
const MAX_FILE_BYTES = 5 * 1024 ** 3;

/** Sorted first, so that the same folder gets the same names whichever way it was given. */
export function chooseFiles(found: FoundFile[]): ChosenFile[] {
  const wanted = found
    .filter(({ path }) => !isSystemFile(path))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const names = namesFor(wanted.map(({ path }) => path));
  return wanted.map(({ file }, index) => ({ filename: names[index]!, file }));
}

/** Files picked later join those picked before; a file picked twice is one file. */
export function joinFiles(before: ChosenFile[], more: FoundFile[]): ChosenFile[] {
  const known = new Set(before.map(({ filename, file }) => identity(filename, file)));
  const fresh = more.filter(({ path, file }) => !known.has(identity(path, file)));
  return chooseFiles([...before.map(({ filename, file }) => ({ path: filename, file })), ...fresh]);
}

const identity = (path: string, file: File) => `${path}|${file.size}|${file.lastModified}`;

/** Why these files cannot be sent, in a sentence; null when they can. */
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
