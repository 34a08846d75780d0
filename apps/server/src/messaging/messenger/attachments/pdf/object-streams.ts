import { PDFName, PDFNumber, PDFRawStream, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import { contentOf } from './stream-content.ts';
import { MAX_OBJECTS, type NumberedObject, StrictParser } from './strict-parser.ts';
import { UnreadablePDF } from './unreadable.ts';

const [TYPE, OBJECT_STREAM, FIRST, COUNT] = ['Type', 'ObjStm', 'First', 'N'].map((name) => PDFName.of(name));

/** Readers agree that the content begins after LF or CR LF, but not where it begins after other characters. */
const BEGINNING = /^[\0\s]*stream\r?\n/;
const NUMBERS = /^[\0\s]*(\d|%)/;

/**
 * The objects in an object stream (ISO 32000-1, 7.5.7); none if it is another stream. Readers follow the cross-reference
 * stream and ignore the type, so a stream that could be read as an object stream has to be a valid one.
 * @throws if readers could find other objects in it
 */
export const objectsIn = ({ value, dictionaryEnd }: NumberedObject, file: string): NumberedObject[] => {
  if (!(value instanceof PDFRawStream)) return [];
  const isDeclared = value.dict.get(TYPE!) === OBJECT_STREAM;
  if (!isDeclared && !couldBeRead(value)) return [];
  const count = value.dict.get(COUNT!);
  const first = value.dict.get(FIRST!);
  if (!isDeclared || !(count instanceof PDFNumber) || !(first instanceof PDFNumber))
    throw new UnreadablePDF('an object stream without its type, count or place of the first object');
  if (!BEGINNING.test(file.slice(dictionaryEnd, dictionaryEnd + 64)))
    throw new UnreadablePDF('an object stream that begins at an unclear place');
  if (count.asNumber() > MAX_OBJECTS) throw new UnreadablePDF('too many objects');
  return readContent(contentOf(value), count.asNumber(), first.asNumber());
};

/** A colour profile has a count as well, but its content begins with four bytes for its length, not with digits. */
const couldBeRead = (stream: PDFRawStream): boolean =>
  stream.dict.has(FIRST!) ||
  (stream.dict.has(COUNT!) &&
    NUMBERS.test(Buffer.from(contentOf(stream).subarray(0, 64)).toString('latin1')));

/** Some readers use the offsets, others read one object after the other. Both must find the same objects. */
const readContent = (content: Uint8Array, count: number, first: number): NumberedObject[] => {
  const parser = new StrictParser(content);
  const numbers = parser.readNumbers(2 * count);
  let expected = parser.startFrom(first);
  return Array.from({ length: count }, (_, at) => {
    const [number = 0, offset = 0] = numbers.slice(2 * at);
    const start = parser.startFrom(first + offset);
    const value = parser.readValue(start);
    if (start !== expected || value instanceof PDFStream || value instanceof PDFRef)
      throw new UnreadablePDF(`object ${number} of an object stream is ambiguous`);
    expected = parser.next();
    return { number, value, dictionaryEnd: 0 };
  });
};
