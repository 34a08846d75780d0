import { isRelativePath, MAX_FILENAME_BYTES } from '@snimok/contract/studies/uploads';

const SYSTEM_FILES = new Set(['.ds_store', 'thumbs.db', 'desktop.ini', 'ehthumbs.db']);

/** Whether the path is a file that Windows or macOS creates in every folder. */
export function isSystemFile(path: string): boolean {
  const parts = path.split('/');
  const last = parts.at(-1) ?? '';
  return parts.includes('__MACOSX') || last.startsWith('._') || SYSTEM_FILES.has(last.toLowerCase());
}

/** A unique file name for each path, in the same order. */
export function namesFor(paths: string[]): string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const name = freeName(usableName(path), taken);
    taken.add(folded(name));
    return name;
  });
}

/** Windows unpacks `a.dcm` over `A.dcm`, so names are compared without case. */
const folded = (name: string) => name.toLowerCase();

/**
 * Normalised to NFC: macOS writes «й» as two characters, and a resumed upload compares names across machines.
 * @internal
 */
export function usableName(path: string): string {
  const parts = path
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\\\u0000-\u001f\u007f]/g, '_')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map((part) => (part === '..' ? '__' : part));
  const name = parts.join('/').replace(/^([a-z]):/i, '$1_') || 'file';
  return isRelativePath(name) ? name : shortened(name);
}

const bytesIn = (text: string) => new TextEncoder().encode(text).length;

/** Drops outer folders first, then the end of the stem; the extension is kept. */
function shortened(name: string): string {
  const parts = name.split('/');
  while (parts.length > 1 && bytesIn(parts.join('/')) > MAX_FILENAME_BYTES) parts.shift();
  const short = parts.join('/').replace(/^([a-z]):/i, '$1_');
  if (bytesIn(short) <= MAX_FILENAME_BYTES) return short;
  const { stem, extension } = split(short);
  return cut(stem, MAX_FILENAME_BYTES - bytesIn(extension)) + extension;
}

function cut(text: string, bytes: number): string {
  const letters = [...text];
  while (bytesIn(letters.join('')) > bytes) letters.length -= Math.max(1, Math.floor(letters.length / 50));
  return letters.join('');
}

function split(name: string) {
  const dot = name.lastIndexOf('.');
  const hasExtension = dot > name.lastIndexOf('/') + 1 && name.length - dot <= 12;
  return hasExtension
    ? { stem: name.slice(0, dot), extension: name.slice(dot) }
    : { stem: name, extension: '' };
}

function freeName(name: string, taken: Set<string>): string {
  if (!taken.has(folded(name))) return name;
  const { stem, extension } = split(name);
  for (let copy = 2; ; copy++) {
    const ending = ` (${copy})${extension}`;
    const candidate = cut(stem, MAX_FILENAME_BYTES - bytesIn(ending)) + ending;
    if (!taken.has(folded(candidate))) return candidate;
  }
}
