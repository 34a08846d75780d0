import { PDFDict, type PDFName, type PDFObject, PDFParser, PDFRef } from '@cantoo/pdf-lib';
import { UnreadablePDF } from './unreadable.ts';

/** An object with its number, by which others refer to it. */
export interface NumberedObject {
  number: number;
  value: PDFObject;
  /** where a `stream` follows its dictionary, 0 if there is none */
  dictionaryEnd: number;
}

/** Everything in a file outside of streams, with the places of the keywords that readers search for. */
interface FileContents {
  objects: NumberedObject[];
  trailers: PDFDict[];
  /** offsets of `obj` and `trailer` */
  keywords: Set<number>;
}

/** A book of 2,000 pages has fewer. */
export const MAX_OBJECTS = 500_000;

const codesOf = (text: string) => [...Buffer.from(text)];
const OPEN = 0x3c;
const CLOSE = 0x3e;
const [OBJ, ENDOBJ, XREF, TRAILER, STARTXREF] = ['obj', 'endobj', 'xref', 'trailer', 'startxref'].map(
  codesOf,
);
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Reads objects with the library, but repairs and skips nothing, because readers repair files in different ways. */
export class StrictParser extends PDFParser {
  readonly #file: Buffer;
  #dictionaryEnd = 0;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.#file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * The contents of a whole file, in the order of its bytes. Every object is read, also one that a later revision replaces
   * or that no cross-reference table names.
   * @throws if there is anything between the objects
   */
  readFile(): FileContents {
    const contents: FileContents = { objects: [], trailers: [], keywords: new Set() };
    for (;;) {
      this.skipWhitespaceAndComments();
      if (this.bytes.done()) return contents;
      if (isDigit(this.bytes.peek())) this.#readObject(contents);
      else if (this.matchKeyword(XREF!)) this.#skipTable();
      else if (this.#matchAt(TRAILER!, contents)) contents.trailers.push(this.#readTrailer());
      else if (this.matchKeyword(STARTXREF!)) this.#readNumber();
      else throw new UnreadablePDF(`neither an object nor a table at ${this.bytes.offset()}`);
    }
  }

  /** The offset of the first value at or after `offset`. */
  startFrom(offset: number): number {
    this.bytes.moveTo(offset);
    this.skipWhitespaceAndComments();
    return this.bytes.offset();
  }

  readValue(offset: number): PDFObject {
    this.bytes.moveTo(offset);
    return this.parseObject();
  }

  /** The offset of the value after the one that was read last. */
  next(): number {
    return this.startFrom(this.bytes.offset());
  }

  readNumbers(count: number): number[] {
    return Array.from({ length: count }, () => this.#readNumber());
  }

  #readObject(contents: FileContents): void {
    const number = this.#readNumber();
    this.#readNumber();
    this.skipWhitespaceAndComments();
    if (!this.#matchAt(OBJ!, contents)) throw new UnreadablePDF(`no object at ${this.bytes.offset()}`);
    this.#dictionaryEnd = 0;
    const value = this.parseObject();
    // 7.3.10 permits references to objects only; readers treat a chain of references differently
    if (value instanceof PDFRef) throw new UnreadablePDF(`object ${number} is a reference`);
    contents.objects.push({ number, value, dictionaryEnd: this.#dictionaryEnd });
    if (contents.objects.length > MAX_OBJECTS) throw new UnreadablePDF('too many objects');
    this.skipWhitespaceAndComments();
    this.matchKeyword(ENDOBJ!);
  }

  #matchAt(keyword: number[], { keywords }: FileContents): boolean {
    const at = this.bytes.offset();
    const isFound = this.matchKeyword(keyword);
    if (isFound) keywords.add(at);
    return isFound;
  }

  #readTrailer(): PDFDict {
    this.skipWhitespaceAndComments();
    return this.parseDict();
  }

  /** The offsets in the table are ignored: the objects that a reader finds by them are read here in any case. */
  #skipTable(): void {
    for (;;) {
      this.skipWhitespaceAndComments();
      const byte = this.bytes.peek();
      // `n` and `f` mark used and free objects
      if (byte === 0x6e || byte === 0x66) this.bytes.next();
      else if (isDigit(byte)) this.parseRawInt();
      else return;
    }
  }

  #readNumber(): number {
    this.skipWhitespaceAndComments();
    return this.parseRawInt();
  }

  /** Called for a stream whose length is a reference. The library's method would also count the word `stream` in the content. */
  protected override findEndOfStreamFallback(): number {
    const end = this.#file.indexOf('endstream', this.bytes.offset());
    if (end === -1) throw new UnreadablePDF('a stream without an end');
    this.bytes.moveTo(end + 'endstream'.length);
    return end;
  }

  /** If a key occurs twice, some readers use the first value and others the last, so both must be the same. */
  protected override parseDict(): PDFDict {
    this.bytes.assertNext(OPEN);
    this.bytes.assertNext(OPEN);
    this.skipWhitespaceAndComments();
    const entries = new Map<PDFName, PDFObject>();
    while (this.bytes.peek() !== CLOSE) {
      const key = this.parseName();
      const value = this.parseObject();
      const earlier = entries.get(key);
      if (earlier && earlier.toString() !== value.toString())
        throw new UnreadablePDF(`two values of ${key.asString()}`);
      entries.set(key, value);
      this.skipWhitespaceAndComments();
    }
    this.bytes.assertNext(CLOSE);
    this.bytes.assertNext(CLOSE);
    this.#dictionaryEnd = this.bytes.offset();
    return PDFDict.fromMapWithContext(entries, this.context);
  }
}
