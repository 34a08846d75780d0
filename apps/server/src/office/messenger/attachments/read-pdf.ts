import { constants, inflateSync } from 'node:zlib';
import type { RefusalReason } from './tasks.ts';

/** Of one stream, and of all together; a document with more is treated as a decompression bomb. */
const MAX_STREAM_BYTES = 64 * 1024 ** 2;
const MAX_INFLATED_BYTES = 512 * 1024 ** 2;
/** The end marker stands in the last kilobyte (ISO 32000-1, annex H, note 18). */
const TAIL_BYTES = 2048;

/**
 * Names of actions that run code or programs or send data (ISO 32000-1, 12.6.4), and of forms that contain code (12.7.8).
 * Each is long enough not to occur in compressed data by chance.
 */
const ACTIVE = /\/(JavaScript|Launch|RichMedia|SubmitForm|ImportData|XFA\s*[[\d])/;
const ENCRYPTED = /\/Encrypt[\s<\d]/;
const END_OF_FILE = /%%EOF\s*$/;

/**
 * Why a PDF is refused, or null. Its structure is not interpreted: names are searched for in the whole file and in each
 * stream that is compressed, because objects may stand in streams (7.5.7).
 */
export const findPDFProblem = (bytes: Buffer): RefusalReason | null => {
  const tail = bytes.subarray(-TAIL_BYTES).toString('latin1').replace(/\0+$/, '');
  if (!bytes.subarray(0, 8).toString('latin1').startsWith('%PDF-')) return 'brokenPDF';
  if (!END_OF_FILE.test(tail) || !tail.includes('startxref')) return 'brokenPDF';
  const text = bytes.toString('latin1');
  if (ACTIVE.test(plainNames(text))) return 'activePDF';
  if (ENCRYPTED.test(plainNames(withoutStreams(text)))) return 'protectedPDF';
  return findInStreams(bytes, text);
};

/** A character of a name may be written as `#` and two hexadecimal digits (7.3.5). */
const plainNames = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const STREAM = /stream\r?\n/g;

/** The dictionaries and positions of streams; a dictionary stands before its stream. */
function* streamsIn(text: string): Generator<{ dictionary: string; start: number; end: number }> {
  let previousEnd = 0;
  for (STREAM.lastIndex = 0; ;) {
    const found = STREAM.exec(text);
    if (!found) return;
    // also matches `endstream`
    if (text.startsWith('end', found.index - 3)) continue;
    const start = STREAM.lastIndex;
    const close = text.indexOf('endstream', start);
    const end = close === -1 ? text.length : close;
    const from = Math.max(previousEnd, text.lastIndexOf(' obj', found.index));
    yield { dictionary: plainNames(text.slice(from, found.index)), start, end };
    previousEnd = end;
    STREAM.lastIndex = end;
  }
}

const withoutStreams = (text: string): string => {
  let kept = '';
  let from = 0;
  for (const { start, end } of streamsIn(text)) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
};

const findInStreams = (bytes: Buffer, text: string): RefusalReason | null => {
  let inflated = 0;
  for (const { dictionary, start, end } of streamsIn(text)) {
    const isFlate = /\/(FlateDecode|Fl)\b/.test(dictionary);
    const hasObjects = /\/ObjStm\b/.test(dictionary);
    // objects under a filter that is not looked through
    if (hasObjects && /\/(LZWDecode|ASCII85Decode|ASCIIHexDecode|RunLengthDecode|Crypt)\b/.test(dictionary))
      return 'brokenPDF';
    if (!isFlate || /\/Subtype\s*\/Image\b/.test(dictionary)) continue;
    const content = inflate(bytes.subarray(start, end));
    if (content === 'too-large') return 'brokenPDF';
    inflated += content.length;
    if (inflated > MAX_INFLATED_BYTES) return 'brokenPDF';
    if (ACTIVE.test(plainNames(content.toString('latin1')))) return 'activePDF';
  }
  return null;
};

/** What can be decompressed of a damaged stream, as programs that show documents do. */
const inflate = (bytes: Buffer): Buffer | 'too-large' => {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_STREAM_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : Buffer.alloc(0);
  }
};
