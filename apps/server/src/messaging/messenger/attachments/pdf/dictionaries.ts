import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { UnreadablePDF } from './unreadable.ts';

/** All objects that a value could mean: a reference may lead to another object in each revision of a file. */
export type Resolve = (value: PDFObject | undefined) => PDFObject[];

/** The entry of a dictionary; undefined also if it is null, which means the same (ISO 32000-1, 7.3.7). */
export const entryOf = (dictionary: PDFDict, key: string): PDFObject | undefined =>
  dictionary.get(PDFName.of(key));

/**
 * A name that decides what a dictionary is, with its slash. Programs write such a name directly, not as a reference.
 * @throws if it is a reference, because readers could find different objects
 */
export const nameAt = (dictionary: PDFDict, key: string): string | null => {
  const value = entryOf(dictionary, key);
  if (value instanceof PDFRef) throw new UnreadablePDF(`/${key} is a reference`);
  return value instanceof PDFName ? value.asString() : null;
};

/** All values that a value could mean; an array is replaced by its elements. */
const listIn = (value: PDFObject | undefined, resolve: Resolve): PDFObject[] =>
  resolve(value).flatMap((one) => (one instanceof PDFArray ? one.asArray().flatMap(resolve) : [one]));

export const listAt = (dictionary: PDFDict, key: string, resolve: Resolve): PDFObject[] =>
  listIn(entryOf(dictionary, key), resolve);

export const dictionariesIn = (value: PDFObject | undefined, resolve: Resolve): PDFDict[] =>
  listIn(value, resolve)
    .map((one) => (one instanceof PDFRawStream ? one.dict : one))
    .filter((one) => one instanceof PDFDict);

export const dictionariesAt = (dictionary: PDFDict, key: string, resolve: Resolve): PDFDict[] =>
  dictionariesIn(entryOf(dictionary, key), resolve);

export const isText = (value: unknown): value is PDFString | PDFHexString =>
  value instanceof PDFString || value instanceof PDFHexString;
