import { formatBytes } from '@snimok/api-client/format-numbers';
import { bytesInParts, type Registered } from '@snimok/api-client/upload/resume-plan';
import { countedFiles } from '../inspect/labels.ts';

/** An interrupted upload as the drop area describes it. */
export interface Interrupted {
  title: string;
  detail: string;
  /** the stored share of the bytes; null when a folder or several files were being sent */
  percent: number | null;
}

/**
 * Describes what is stored of an interrupted upload, and names what has to be selected again. Null before the first
 * file. `isRunning`: it is still being sent elsewhere.
 */
export function describeInterrupted(registered: Registered[], isRunning = false): Interrupted | null {
  const [first] = registered;
  if (!first) return null;
  if (registered.length === 1 && !first.uploaded && !hasFolders(registered))
    return describeOne(first, isRunning);
  const complete = registered.filter(({ uploaded }) => uploaded);
  const partial = registered.filter((file) => bytesInParts(file) > 0);
  const again = `Выберите ${sameThing(registered)} ещё раз`;
  if (complete.length + partial.length === 0)
    return { title: atStart(isRunning), detail: `${again}.`, percent: null };
  const bytes = sum(complete.map(({ filesize }) => filesize)) + sum(partial.map(bytesInParts));
  return {
    title: `${stateOf(isRunning)}: на сервере уже ${describeStored(complete, partial)}${formatBytes(bytes)}`,
    detail: `${again}, и отправится только недостающее.`,
    percent: null,
  };
}

const stateOf = (isRunning: boolean) => (isRunning ? 'Загрузка ещё идёт' : 'Загрузка прервана');
const atStart = (isRunning: boolean) =>
  isRunning ? 'Загрузка только началась' : 'Загрузка прервана в самом начале';

function describeOne(file: Registered, isRunning: boolean): Interrupted {
  const stored = bytesInParts(file);
  const percent = Math.floor((stored / Math.max(1, file.filesize)) * 100);
  if (stored === 0)
    return { title: `Выберите снова ${file.filename}`, detail: `${atStart(isRunning)}.`, percent };
  return {
    title: `Выберите снова ${file.filename}, ${percent}\u00a0% уже загружено`,
    detail: `${stateOf(isRunning)}: на сервере ${formatBytes(stored)} из ${formatBytes(file.filesize)}. Отправится только недостающее.`,
    percent,
  };
}

function describeStored(complete: Registered[], partial: Registered[]): string {
  if (complete.length === 0) return '';
  const more = partial.length === 0 ? '' : ` и ${partial.length > 1 ? 'части других' : 'часть ещё одного'}`;
  return `${countedFiles(complete.length)}${more}, `;
}

function sameThing(registered: Registered[]): string {
  if (!hasFolders(registered)) return registered.length > 1 ? 'те же файлы' : 'тот же файл';
  const folders = new Set(registered.map(({ filename }) => filename.split('/')[0]));
  return folders.size === 1 ? `ту же папку «${[...folders][0]}»` : 'ту же папку';
}

/** Whether a folder was sent, and not single files. */
export const hasFolders = (registered: { filename: string }[]) =>
  registered.some(({ filename }) => filename.includes('/'));

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
