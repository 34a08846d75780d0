import { type PDFDict, PDFRawStream } from '@cantoo/pdf-lib';
import type { RefusalReason } from './tasks.ts';
import { dictionariesAt, isText, listAt, type Resolve } from './dictionaries.ts';
import { contentOf } from './stream-content.ts';

/** A file with such a name can only be opened by the program that shows JSON. */
const JSON_NAME = /^[\p{L}\p{N}_ -]{1,100}\.json$/u;
/** The names of a file, one for each operating system (ISO 32000-1, 7.11.3). */
const NAMES = ['F', 'UF', 'DOS', 'Mac', 'Unix'];

/**
 * Why a document with this embedded file is refused, or null. Only JSON may be embedded, because the portal's own sealed
 * reports contain it.
 */
export const findFileProblem = (dictionary: PDFDict, resolve: Resolve): RefusalReason | null => {
  const files = dictionariesAt(dictionary, 'EF', resolve);
  if (files.length === 0) return null;
  const names = NAMES.flatMap((key) => listAt(dictionary, key, resolve));
  const isNamed =
    names.length > 0 && names.every((name) => isText(name) && JSON_NAME.test(name.decodeText()));
  const contents = files.flatMap((file) => NAMES.flatMap((key) => listAt(file, key, resolve)));
  return isNamed && contents.every(isJSON) ? null : 'embeddedPDF';
};

export const isJSON = (value: unknown): boolean => {
  if (!(value instanceof PDFRawStream)) return false;
  try {
    const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(contentOf(value)));
    return typeof data === 'object';
  } catch {
    return false;
  }
};
