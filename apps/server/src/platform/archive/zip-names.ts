import { crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';

const FLAG_UTF8 = 1 << 11;
const UNICODE_PATH = 0x7075;
/** "Version made by", high byte (APPNOTE §4.4.2): systems whose tools write UTF-8 without saying so. */
const UTF8_SYSTEMS = [3, 19];

const strictUTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const cp866 = new TextDecoder('ibm866');

/**
 * The name as its author read it. Names without the UTF-8 flag have the author's code page, which the archive does
 * not tell: for a Russian Windows that is CP866.
 */
export function decodeName(
  entry: Pick<Entry, 'fileNameRaw' | 'generalPurposeBitFlag' | 'versionMadeBy' | 'extraFields'>,
): string {
  const { fileNameRaw, generalPurposeBitFlag, versionMadeBy } = entry;
  const unicodeName = unicodePath(entry);
  const unicode = decoded(unicodeName ?? fileNameRaw);
  const declaresUTF8 = unicodeName !== null || (generalPurposeBitFlag & FLAG_UTF8) !== 0;
  if (
    unicode !== null &&
    (declaresUTF8 || UTF8_SYSTEMS.includes(versionMadeBy >> 8) || isDeliberateUTF8(unicode))
  )
    return unicode;
  return cp866.decode(fileNameRaw);
}

/** Info-ZIP's Unicode Path extra field (APPNOTE §4.6.9): version 1, CRC-32 of the plain name, the name in UTF-8. */
function unicodePath({
  extraFields,
  fileNameRaw,
}: Pick<Entry, 'extraFields' | 'fileNameRaw'>): Buffer | null {
  const field = extraFields.find(
    ({ id, data }) =>
      id === UNICODE_PATH && data.length > 5 && data[0] === 1 && data.readUInt32LE(1) === crc32(fileNameRaw),
  );
  return field ? field.data.subarray(5) : null;
}

function decoded(raw: Buffer): string | null {
  try {
    return strictUTF8.decode(raw);
  } catch {
    return null;
  }
}

/**
 * CP866 can be valid UTF-8 by accident («тип» is E2 A8 AF), but then as three-byte characters only: the first byte
 * of a two-byte one is a box-drawing sign in CP866. Cyrillic and accented Latin letters have two bytes.
 */
function isDeliberateUTF8(name: string): boolean {
  return /^[\u0000-\u007f]*$/.test(name) || /[\u0080-\u07ff]/.test(name);
}

export type NameVerdict = { name: string } | 'folder' | 'unsafe' | 'long';

/** A relative path with `/` only. Old Windows tools write backslashes; they are read as what was meant, then judged. */
export function safeName(rawName: string, maxBytes: number): NameVerdict {
  const path = rawName.replaceAll('\\', '/');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..') || /\p{Cc}/u.test(path))
    return 'unsafe';
  if (path.endsWith('/')) return 'folder';
  if (parts.length === 0) return 'unsafe';
  const name = parts.join('/');
  return Buffer.byteLength(name) > maxBytes ? 'long' : { name };
}

/** What macOS and Windows leave in folders of their own accord. */
export function isClutter(name: string): boolean {
  const parts = name.split('/');
  return parts.includes('__MACOSX') || ['.DS_Store', 'Thumbs.db'].includes(parts.at(-1)!);
}
