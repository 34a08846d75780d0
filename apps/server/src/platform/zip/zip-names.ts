import { crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';

const FLAG_UTF8 = 1 << 11;
const UNICODE_PATH = 0x7075;
/** "Version made by", high byte (APPNOTE §4.4.2): systems whose tools write UTF-8 without setting the flag. */
const UTF8_SYSTEMS = [3, 19];

const strictUTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const cp866 = new TextDecoder('ibm866');

/**
 * Decodes an entry's name. A name without the UTF-8 flag is in the code page of the system that wrote it, which the
 * archive does not record; CP866, the OEM code page of a Russian Windows, is assumed.
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
 * Distinguishes UTF-8 from CP866 text that is valid UTF-8 by accident («тип» is E2 A8 AF). Such text has only
 * three-byte sequences, as the first byte of a two-byte sequence is a box-drawing character in CP866. Cyrillic and
 * accented Latin letters have two bytes in UTF-8.
 */
function isDeliberateUTF8(name: string): boolean {
  return /^[\u0000-\u007f]*$/.test(name) || /[\u0080-\u07ff]/.test(name);
}

type NameVerdict = { name: string } | 'folder' | 'unsafe' | 'long';

/** Normalizes a name to a relative path with `/` only. Backslashes of old Windows tools count as separators. */
export function safeName(rawName: string, maxBytes: number): NameVerdict {
  const path = rawName.replaceAll('\\', '/');
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || segments.includes('..') || /\p{Cc}/u.test(path))
    return 'unsafe';
  if (path.endsWith('/')) return 'folder';
  if (segments.length === 0) return 'unsafe';
  const name = segments.join('/');
  return Buffer.byteLength(name) > maxBytes ? 'long' : { name };
}

/** Metadata files that macOS and Windows create in folders. */
export function isSystemMetadata(name: string): boolean {
  const segments = name.split('/');
  return segments.includes('__MACOSX') || ['.DS_Store', 'Thumbs.db'].includes(segments.at(-1)!);
}
