import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import type { RefusalReason } from './tasks.ts';
import * as known from './actions.ts';
import {
  dictionariesAt,
  dictionariesIn,
  entryOf,
  isText,
  listAt,
  nameAt,
  type Resolve,
} from './dictionaries.ts';
import { findFileProblem, isJSON } from './embedded-file.ts';

type Finding = RefusalReason | null;

/** Why a document with this object is refused, or null. */
export const examine = (object: PDFObject, resolve: Resolve): Finding => {
  // without recursion, because objects can be nested deeper than functions
  const left: PDFObject[] = [object];
  for (let value = left.pop(); value; value = left.pop()) {
    const finding = findIn(value, resolve);
    if (finding) return finding;
    for (const element of elementsOf(value)) left.push(element);
  }
  return null;
};

const elementsOf = (value: PDFObject): PDFObject[] => {
  if (value instanceof PDFArray) return value.asArray();
  if (value instanceof PDFRawStream) return value.dict.values();
  return value instanceof PDFDict ? value.values() : [];
};

const findIn = (value: PDFObject, resolve: Resolve): Finding => {
  if (value instanceof PDFRawStream)
    return findInDictionary(value.dict, resolve) ?? findInStream(value, resolve);
  return value instanceof PDFDict ? findInDictionary(value, resolve) : null;
};

const findInDictionary = (dictionary: PDFDict, resolve: Resolve): Finding =>
  findRefusedKey(dictionary) ??
  findActionProblem(dictionary, resolve) ??
  findAddressProblem(dictionary, resolve) ??
  findAnnotationProblem(dictionary, resolve) ??
  findFileProblem(dictionary, resolve);

const findRefusedKey = (dictionary: PDFDict): Finding =>
  known.REFUSED_KEYS.find(([key]) => entryOf(dictionary, key) !== undefined)?.[1] ?? null;

const findActionProblem = (dictionary: PDFDict, resolve: Resolve): Finding => {
  const type = nameAt(dictionary, 'S');
  const refused = known.REFUSED_ACTIONS.get(type ?? '');
  if (refused) return refused;
  if (type === '/Named' && !known.PERMITTED_NAMES.has(nameAt(dictionary, 'N') ?? '')) return 'activePDF';
  // the events of a page, a field or the document; each key is the name of an event
  const events = dictionariesAt(dictionary, 'AA', resolve);
  const actions = [
    ...known.ACTION_KEYS.flatMap((key) => dictionariesAt(dictionary, key, resolve)),
    ...events.flatMap((event) => event.values().flatMap((value) => dictionariesIn(value, resolve))),
  ];
  return firstOf(actions, ofAction);
};

/** In the structure tree of a document, `A` contains attributes instead of an action; they have no type (14.7.5). */
const ofAction = (action: PDFDict): Finding => {
  const type = nameAt(action, 'S');
  if (type === null || known.PERMITTED_ACTIONS.has(type)) return null;
  return known.REFUSED_ACTIONS.get(type) ?? 'activePDF';
};

const findAddressProblem = (dictionary: PDFDict, resolve: Resolve): Finding => {
  const bases = dictionariesAt(dictionary, 'URI', resolve).flatMap((uri) => listAt(uri, 'Base', resolve));
  const addresses = [...listAt(dictionary, 'URI', resolve), ...bases].filter(isText);
  const isPermitted = addresses.every((address) =>
    known.PERMITTED_ADDRESS.test(Buffer.from(address.asBytes()).toString('latin1')),
  );
  if (!isPermitted) return 'linkedPDF';
  // a form that shows a page of another file (8.10.4); in the structure tree, `Ref` refers to elements instead
  const isImported = dictionariesAt(dictionary, 'Ref', resolve).some((of) => entryOf(of, 'F') !== undefined);
  return isImported ? 'linkedPDF' : null;
};

const findAnnotationProblem = (dictionary: PDFDict, resolve: Resolve): Finding => {
  const refused = known.REFUSED_SUBTYPES.get(nameAt(dictionary, 'Subtype') ?? '');
  if (refused) return refused;
  const isAnnotation = nameAt(dictionary, 'Type') === '/Annot';
  return firstOf(
    [...dictionariesAt(dictionary, 'Annots', resolve), ...(isAnnotation ? [dictionary] : [])],
    ofAnnotation,
  );
};

const ofAnnotation = (annotation: PDFDict): Finding => {
  const subtype = nameAt(annotation, 'Subtype') ?? '';
  if (known.PERMITTED_ANNOTATIONS.has(subtype)) return null;
  return known.REFUSED_SUBTYPES.get(subtype) ?? 'activePDF';
};

/** The first reason that one of the dictionaries gives. */
const firstOf = (dictionaries: readonly PDFDict[], reasonOf: (dictionary: PDFDict) => Finding): Finding => {
  for (const dictionary of dictionaries) {
    const reason = reasonOf(dictionary);
    if (reason) return reason;
  }
  return null;
};

const findInStream = (stream: PDFRawStream, resolve: Resolve): Finding => {
  const { dict } = stream;
  if (nameAt(dict, 'Type') === '/EmbeddedFile' && !isJSON(stream)) return 'embeddedPDF';
  // the content is in another file (7.3.8.2)
  if (['F', 'FFilter', 'FDecodeParms'].some((key) => entryOf(dict, key) !== undefined)) return 'linkedPDF';
  const filters = listAt(dict, 'Filter', resolve);
  if (filters.includes(PDFName.of('Crypt'))) return 'protectedPDF';
  const isKnown = filters.every(
    (filter) => filter instanceof PDFName && known.PERMITTED_FILTERS.has(filter.asString()),
  );
  return isKnown ? null : 'brokenPDF';
};
