import { PDFDict, PDFNull, type PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import { dictionariesAt, entryOf, nameAt, type Resolve } from './dictionaries.ts';
import { examine } from './examine.ts';
import { hasHiddenObjects } from './hidden-objects.ts';
import { objectsIn } from './object-streams.ts';
import { inflatedBytes } from './stream-content.ts';
import { type NumberedObject, StrictParser } from './strict-parser.ts';
import { UnreadablePDF } from './unreadable.ts';
import type { RefusalReason } from './tasks.ts';

/** Limit for all streams together, except images; a document with more is treated as a decompression bomb. */
const MAX_INFLATED_BYTES = 512 * 1024 ** 2;
/** The end marker is in the last kilobyte (ISO 32000-1, annex H, note 18), and `startxref` is shortly before it. */
const TAIL_BYTES = 2048;
const END_OF_FILE = /%%EOF\s*$/;

interface Document {
  objects: NumberedObject[];
  trailers: PDFDict[];
}

/**
 * Why a PDF is refused, or null. Every object that any program could find in the file is examined, also those that the
 * document does not refer to. A file in which programs could find further objects is refused.
 */
export const findPDFProblem = (bytes: Buffer): RefusalReason | null => {
  const text = bytes.toString('latin1');
  if (!isWhole(text)) return 'brokenPDF';
  const file = unlessUnreadable(() => new StrictParser(bytes).readFile());
  if (!file || hasHiddenObjects(text, file.keywords)) return 'brokenPDF';
  const { trailers } = file;
  // before the object streams, which cannot be read in an encrypted document
  if (isEncrypted(file)) return 'protectedPDF';
  const packed = unlessUnreadable(() => file.objects.flatMap((object) => objectsIn(object, text)));
  return packed ? findInDocument({ objects: [...file.objects, ...packed], trailers }) : 'brokenPDF';
};

const isWhole = (text: string): boolean => {
  const tail = text.slice(-TAIL_BYTES).replace(/\0+$/, '');
  return text.startsWith('%PDF-') && tail.includes('startxref') && END_OF_FILE.test(tail);
};

/** Null if it throws. The library has many classes of errors, and a document that is nested too deeply exceeds the stack. */
const unlessUnreadable = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

/** The entry for the encryption is in a trailer or in a cross-reference stream (7.5.8). */
const isEncrypted = ({ trailers, objects }: Document): boolean =>
  [...trailers, ...objects.map(({ value }) => value)].some((value) => {
    const dictionary = value instanceof PDFRawStream ? value.dict : value;
    return dictionary instanceof PDFDict && entryOf(dictionary, 'Encrypt') !== undefined;
  });

const findInDocument = (document: Document): RefusalReason | null => {
  const resolve = resolverOf(document.objects);
  try {
    for (const value of [...document.trailers, ...document.objects.map((object) => object.value)]) {
      const found = examine(value, resolve);
      if (found) return found;
    }
    return hasPages(document, resolve) && !isBomb(document) ? null : 'brokenPDF';
  } catch (cause) {
    if (cause instanceof UnreadablePDF) return 'brokenPDF';
    throw cause;
  }
};

const resolverOf = (objects: readonly NumberedObject[]): Resolve => {
  const byNumber = Map.groupBy(objects, ({ number }) => number);
  return (value) => {
    const values =
      value instanceof PDFRef
        ? (byNumber.get(value.objectNumber) ?? []).map((object) => object.value)
        : [value];
    return values.filter((one): one is PDFObject => one !== undefined && one !== PDFNull);
  };
};

/** The entry for the catalog is in a trailer or in a cross-reference stream. */
const hasPages = ({ objects, trailers }: Document, resolve: Resolve): boolean => {
  const tables = objects.flatMap(({ value }) => (value instanceof PDFRawStream ? [value.dict] : []));
  const roots = [...trailers, ...tables].flatMap((table) => dictionariesAt(table, 'Root', resolve));
  return roots.some(
    (root) => nameAt(root, 'Type') === '/Catalog' && dictionariesAt(root, 'Pages', resolve).length > 0,
  );
};

const isBomb = ({ objects }: Document): boolean => {
  let inflated = 0;
  for (const { value } of objects) {
    if (!(value instanceof PDFRawStream) || nameAt(value.dict, 'Subtype') === '/Image') continue;
    inflated += inflatedBytes(value);
    if (inflated > MAX_INFLATED_BYTES) return true;
  }
  return false;
};
