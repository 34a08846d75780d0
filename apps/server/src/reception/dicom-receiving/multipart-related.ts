/** The body is not a multipart message as RFC 2046, 5.1.1 defines it. */
export class BrokenMultipart extends Error {
  override name = 'BrokenMultipart';
}

/** Limit for the headers of a part, and for the bytes before the first part. Senders write one or two short headers. */
const MAX_HEADER_BYTES = 8 * 1024;
const CRLF = '\r\n';

/** One part. Its body has to be read to its end before the next part is requested. */
interface Part {
  /** the keys are in lower case */
  headers: Map<string, string>;
  body: AsyncIterable<Buffer>;
}

/**
 * Reads the parts of a multipart message as they arrive; at most one chunk of the source is in memory.
 * @throws BrokenMultipart also if the message ends before its closing delimiter
 */
export async function* readParts(
  source: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part, void> {
  const chunks = source[Symbol.asyncIterator]();
  const scanner = new Scanner(chunks, boundary);
  try {
    await scanner.skipPreamble();
    while (await scanner.beginsPart()) {
      const headers = await scanner.readHeaders();
      yield { headers, body: scanner.readBody() };
    }
    await scanner.skipEpilogue();
  } finally {
    await chunks.return?.();
  }
}

class Scanner {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #delimiter: Buffer;
  /** bytes that have arrived and are not consumed yet; begins with CRLF, because a message may begin with a delimiter */
  #pending: Buffer = Buffer.from(CRLF);

  constructor(chunks: AsyncIterator<Uint8Array>, boundary: string) {
    this.#chunks = chunks;
    this.#delimiter = Buffer.from(`${CRLF}--${boundary}`, 'latin1');
  }

  async skipPreamble(): Promise<void> {
    let bytes = 0;
    for await (const { length } of this.readBody()) {
      bytes += length;
      if (bytes > MAX_HEADER_BYTES) throw new BrokenMultipart('no delimiter at the beginning');
    }
  }

  /** Called after a delimiter. Returns false if that was the closing delimiter. */
  async beginsPart(): Promise<boolean> {
    if (await this.#startsWith('--')) return false;
    // a delimiter may be padded with spaces and tabs (RFC 2046, 5.1.1)
    for (let padding = 0; padding < MAX_HEADER_BYTES; padding++) {
      if (await this.#startsWith(CRLF)) return true;
      const [byte] = this.#pending;
      if (byte !== 0x20 && byte !== 0x09) break;
      this.#pending = this.#pending.subarray(1);
    }
    throw new BrokenMultipart('the boundary occurs inside a part');
  }

  async readHeaders(): Promise<Map<string, string>> {
    const headers = new Map<string, string>();
    let bytes = 0;
    for (;;) {
      const line = await this.#readLine(MAX_HEADER_BYTES - bytes);
      if (line === '') return headers;
      bytes += line.length + CRLF.length;
      const [, name, value = ''] = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/.exec(line) ?? [];
      if (name === undefined) throw new BrokenMultipart('a header of a part is malformed');
      headers.set(name.toLowerCase(), value.trim());
    }
  }

  /** Yields the bytes up to the next delimiter, and consumes the delimiter. */
  async *readBody(): AsyncGenerator<Buffer, void> {
    for (;;) {
      const end = this.#pending.indexOf(this.#delimiter);
      if (end >= 0) {
        const last = this.#pending.subarray(0, end);
        this.#pending = this.#pending.subarray(end + this.#delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // the last bytes may be the beginning of a delimiter
      const certain = this.#pending.length - this.#delimiter.length + 1;
      if (certain > 0) {
        const chunk = this.#pending.subarray(0, certain);
        this.#pending = this.#pending.subarray(certain);
        yield chunk;
      }
      if (!(await this.#more())) throw new BrokenMultipart('no closing delimiter');
    }
  }

  /** Discards what follows the closing delimiter, which has no meaning. */
  async skipEpilogue(): Promise<void> {
    do this.#pending = Buffer.alloc(0);
    while (await this.#more());
  }

  /** Consumes `text` and returns true if the next bytes are `text`. */
  async #startsWith(text: string): Promise<boolean> {
    while (this.#pending.length < text.length) if (!(await this.#more())) break;
    if (this.#pending.subarray(0, text.length).toString('latin1') !== text) return false;
    this.#pending = this.#pending.subarray(text.length);
    return true;
  }

  async #readLine(maxBytes: number): Promise<string> {
    for (;;) {
      const end = this.#pending.indexOf(CRLF);
      if (end > maxBytes || (end < 0 && this.#pending.length > maxBytes + CRLF.length))
        throw new BrokenMultipart('the headers of a part are too long');
      if (end >= 0) {
        const line = this.#pending.toString('utf8', 0, end);
        this.#pending = this.#pending.subarray(end + CRLF.length);
        return line;
      }
      if (!(await this.#more())) throw new BrokenMultipart('the message ends in the headers of a part');
    }
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#pending = this.#pending.length === 0 ? asBuffer(value) : Buffer.concat([this.#pending, value]);
    return true;
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
