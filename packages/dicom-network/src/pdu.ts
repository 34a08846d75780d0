import { IMPLEMENTATION_NAME, IMPLEMENTATION_UID } from '@snimok/imaging/dicom/elements/write';

/** The PDUs of the DICOM upper layer that a program needs to open an association and to send requests (PS3.8, section 9.3). */

export const PDU = {
  associateRequest: 0x01,
  associateAccept: 0x02,
  associateReject: 0x03,
  data: 0x04,
  releaseRequest: 0x05,
  releaseResponse: 0x06,
  abort: 0x07,
} as const;

export const APPLICATION_CONTEXT = '1.2.840.10008.3.1.1.1';
const PDU_HEADER_BYTES = 6;
/** Protocol version, AE titles and reserved bytes before the items of an association PDU. */
export const ASSOCIATE_FIXED_BYTES = 68;
/** The length, the context and the control header of a fragment. */
const FRAGMENT_HEADER_BYTES = 6;
const MAX_RECEIVED_PDU_BYTES = 1024 ** 2;

export interface PresentationContext {
  /** odd */
  id: number;
  sopClassUID: string;
  transferSyntaxUIDs: readonly string[];
}

export interface Proposal {
  called: string;
  calling: string;
  contexts: readonly PresentationContext[];
  /**
   * The SOP classes that the caller provides (PS3.7, D.3.3.4). Without them the side that opens the association is the user of all
   * classes.
   */
  providedSopClassUIDs?: readonly string[];
}

export const pdu = (type: number, body: Buffer): Buffer => {
  const header = Buffer.alloc(PDU_HEADER_BYTES);
  header.writeUInt8(type, 0);
  header.writeUInt32BE(body.length, 2);
  return Buffer.concat([header, body]);
};

export const item = (type: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const header = Buffer.alloc(4);
  header.writeUInt8(type, 0);
  header.writeUInt16BE(body.length, 2);
  return Buffer.concat([header, body]);
};

const title = (aet: string) => Buffer.from(aet.padEnd(16, ' ').slice(0, 16), 'latin1');
export const textItem = (type: number, text: string) => item(type, Buffer.from(text, 'latin1'));

/** A-ASSOCIATE-RQ. `maxPDUBytes` is the longest data PDU that the caller accepts. */
export const associateRequest = (
  { called, calling, contexts, providedSopClassUIDs = [] }: Proposal,
  maxPDUBytes: number,
): Buffer => {
  const fixed = Buffer.alloc(ASSOCIATE_FIXED_BYTES);
  fixed.writeUInt16BE(1, 0);
  title(called).copy(fixed, 4);
  title(calling).copy(fixed, 20);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(maxPDUBytes, 0);
  const proposed = contexts.map(({ id, sopClassUID, transferSyntaxUIDs }) =>
    item(
      0x20,
      Buffer.from([id, 0, 0, 0]),
      textItem(0x30, sopClassUID),
      ...transferSyntaxUIDs.map((uid) => textItem(0x40, uid)),
    ),
  );
  const user = item(
    0x50,
    item(0x51, length),
    textItem(0x52, IMPLEMENTATION_UID),
    ...providedSopClassUIDs.map(providerRole),
    textItem(0x55, IMPLEMENTATION_NAME),
  );
  const body = Buffer.concat([fixed, textItem(0x10, APPLICATION_CONTEXT), ...proposed, user]);
  return pdu(PDU.associateRequest, body);
};

/** The role selection by which the caller is the provider of the SOP class, and not its user. */
const providerRole = (sopClassUID: string): Buffer =>
  item(0x54, Buffer.from([0, sopClassUID.length]), Buffer.from(sopClassUID), Buffer.from([0, 1]));

export interface Accepted {
  /** the transfer syntaxes of the accepted presentation contexts, by their ids */
  syntaxes: Map<number, string>;
  /** maximum length of a P-DATA-TF PDU that the peer accepts; 0 means no limit (PS3.8 annex D.1.1) */
  maxPDUBytes: number;
}

/** Reads the body of an A-ASSOCIATE-AC. Items that do not fit end the reading. */
export const readAccept = (body: Buffer): Accepted => {
  const accepted: Accepted = { syntaxes: new Map(), maxPDUBytes: 0 };
  for (const { type, content } of itemsIn(body.subarray(ASSOCIATE_FIXED_BYTES))) {
    const isAccepted = type === 0x21 && content.length >= 4 && content[2] === 0;
    if (isAccepted) accepted.syntaxes.set(content[0] ?? 0, syntaxIn(content.subarray(4)));
    if (type !== 0x50) continue;
    for (const part of itemsIn(content))
      if (part.type === 0x51 && part.content.length >= 4) accepted.maxPDUBytes = part.content.readUInt32BE(0);
  }
  return accepted;
};

/** Some programs pad the UID as in a data set. */
const syntaxIn = (items: Buffer): string => {
  const found = [...itemsIn(items)].find(({ type }) => type === 0x40);
  return found?.content.toString('latin1').replace(/[\0 ]+$/, '') ?? '';
};

export function* itemsIn(bytes: Buffer): Generator<{ type: number; content: Buffer }> {
  let at = 0;
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt16BE(at + 2);
    if (at + 4 + length > bytes.length) return;
    yield { type: bytes[at] ?? 0, content: bytes.subarray(at + 4, at + 4 + length) };
    at += 4 + length;
  }
}

/** The bytes of a message part, a command or a data set, in pieces of any length. */
export interface Part {
  sizeBytes: number;
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/**
 * The data PDUs of a message part, each with one fragment.
 * @throws Error if the pieces are shorter or longer than the part
 */
export async function* dataPDUs(
  contextID: number,
  { sizeBytes, pieces }: Part,
  { isCommand, maxPDUBytes }: { isCommand: boolean; maxPDUBytes: number },
): AsyncGenerator<Buffer> {
  // fragments have an even length (PS3.8, E.1)
  const mostBytes = (maxPDUBytes - FRAGMENT_HEADER_BYTES) & ~1;
  let left = sizeBytes;
  for await (const fragment of inLengthsOf(mostBytes, pieces)) {
    left -= fragment.length;
    const header = Buffer.alloc(PDU_HEADER_BYTES + FRAGMENT_HEADER_BYTES);
    header.writeUInt8(PDU.data, 0);
    header.writeUInt32BE(FRAGMENT_HEADER_BYTES + fragment.length, 2);
    header.writeUInt32BE(fragment.length + 2, 6);
    header.writeUInt8(contextID, 10);
    header.writeUInt8((isCommand ? 1 : 0) | (left === 0 ? 2 : 0), 11);
    yield Buffer.concat([header, fragment]);
  }
  if (left !== 0) throw new Error('a message part has another length than expected');
}

/** The same bytes in pieces of this length; the last one may be shorter. */
async function* inLengthsOf(length: number, pieces: Part['pieces']): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array = new Uint8Array(0);
  for await (const piece of pieces) {
    const bytes: Uint8Array = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    let at = 0;
    for (; at + length <= bytes.length; at += length) yield bytes.subarray(at, at + length);
    waiting = bytes.subarray(at);
  }
  if (waiting.length > 0) yield waiting;
}

/** A part of a command or data set. */
export interface Fragment {
  contextID: number;
  isCommand: boolean;
  isLast: boolean;
  content: Buffer;
}

/** The fragments of a data PDU. */
export function* fragmentsIn(body: Buffer): Generator<Fragment> {
  let at = 0;
  while (at + FRAGMENT_HEADER_BYTES <= body.length) {
    const length = body.readUInt32BE(at);
    if (length < 2 || at + 4 + length > body.length) return;
    const control = body[at + 5] ?? 0;
    yield {
      contextID: body[at + 4] ?? 0,
      isCommand: (control & 1) !== 0,
      isLast: (control & 2) !== 0,
      content: body.subarray(at + FRAGMENT_HEADER_BYTES, at + 4 + length),
    };
    at += 4 + length;
  }
}

/** Splits received bytes into PDUs. */
export class PDUReader {
  #bytes: Buffer = Buffer.alloc(0);

  /** @throws Error for a PDU that is longer than any response */
  add(chunk: Buffer): { type: number; body: Buffer }[] {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const complete: { type: number; body: Buffer }[] = [];
    while (this.#bytes.length >= PDU_HEADER_BYTES) {
      const length = this.#bytes.readUInt32BE(2);
      if (length > MAX_RECEIVED_PDU_BYTES) throw new Error('a PDU is too long');
      const end = PDU_HEADER_BYTES + length;
      if (this.#bytes.length < end) break;
      complete.push({ type: this.#bytes[0] ?? 0, body: this.#bytes.subarray(PDU_HEADER_BYTES, end) });
      this.#bytes = this.#bytes.subarray(end);
    }
    return complete;
  }
}
