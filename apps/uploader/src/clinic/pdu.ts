/** The PDUs of the DICOM upper layer that a sender of images needs (PS3.8, section 9.3). */

export const PDU = {
  associateRequest: 0x01,
  associateAccept: 0x02,
  associateReject: 0x03,
  data: 0x04,
  releaseRequest: 0x05,
  releaseResponse: 0x06,
  abort: 0x07,
} as const;

const APPLICATION_CONTEXT = '1.2.840.10008.3.1.1.1';
/** Derived from a random UUID (PS3.5, B.2). */
const IMPLEMENTATION_UID = '2.25.156072463087461902371446250937021862593';
const IMPLEMENTATION_NAME = 'SNIMOK_1';
const PDU_HEADER_BYTES = 6;
/** Protocol version, AE titles and reserved bytes before the items of an association PDU. */
const ASSOCIATE_FIXED_BYTES = 68;

/** One abstract syntax with one transfer syntax; `id` is odd. */
export interface PresentationContext {
  id: number;
  sopClassUID: string;
  transferSyntaxUID: string;
}

const pdu = (type: number, body: Buffer): Buffer => {
  const header = Buffer.alloc(PDU_HEADER_BYTES);
  header.writeUInt8(type, 0);
  header.writeUInt32BE(body.length, 2);
  return Buffer.concat([header, body]);
};

const item = (type: number, body: Buffer): Buffer => {
  const header = Buffer.alloc(4);
  header.writeUInt8(type, 0);
  header.writeUInt16BE(body.length, 2);
  return Buffer.concat([header, body]);
};

const title = (aet: string) => Buffer.from(aet.padEnd(16, ' ').slice(0, 16), 'latin1');
const uidItem = (type: number, uid: string) => item(type, Buffer.from(uid, 'latin1'));

/** A-ASSOCIATE-RQ. `maxPDUBytes` is the longest data PDU that the caller accepts. */
export const associateRequest = (
  { called, calling }: { called: string; calling: string },
  contexts: readonly PresentationContext[],
  maxPDUBytes: number,
): Buffer => {
  const fixed = Buffer.alloc(ASSOCIATE_FIXED_BYTES);
  fixed.writeUInt16BE(1, 0);
  title(called).copy(fixed, 4);
  title(calling).copy(fixed, 20);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(maxPDUBytes, 0);
  const proposed = contexts.map(({ id, sopClassUID, transferSyntaxUID }) =>
    item(
      0x20,
      Buffer.concat([
        Buffer.from([id, 0, 0, 0]),
        uidItem(0x30, sopClassUID),
        uidItem(0x40, transferSyntaxUID),
      ]),
    ),
  );
  const user = Buffer.concat([
    item(0x51, length),
    uidItem(0x52, IMPLEMENTATION_UID),
    uidItem(0x55, IMPLEMENTATION_NAME),
  ]);
  return pdu(
    PDU.associateRequest,
    Buffer.concat([fixed, uidItem(0x10, APPLICATION_CONTEXT), ...proposed, item(0x50, user)]),
  );
};

export interface Accepted {
  /** the ids of the accepted presentation contexts */
  contexts: Set<number>;
  /** maximum length of a P-DATA-TF PDU that the peer accepts; 0 means no limit (PS3.8 annex D.1.1) */
  maxPDUBytes: number;
}

/** Reads the body of an A-ASSOCIATE-AC. Items that do not fit end the reading. */
export const readAccept = (body: Buffer): Accepted => {
  const accepted: Accepted = { contexts: new Set(), maxPDUBytes: 0 };
  for (const { type, content } of itemsIn(body.subarray(ASSOCIATE_FIXED_BYTES))) {
    if (type === 0x21 && content.length >= 4 && content[2] === 0) accepted.contexts.add(content[0] ?? 0);
    if (type !== 0x50) continue;
    for (const part of itemsIn(content))
      if (part.type === 0x51 && part.content.length >= 4) accepted.maxPDUBytes = part.content.readUInt32BE(0);
  }
  return accepted;
};

function* itemsIn(bytes: Buffer): Generator<{ type: number; content: Buffer }> {
  let at = 0;
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt16BE(at + 2);
    if (at + 4 + length > bytes.length) return;
    yield { type: bytes[at] ?? 0, content: bytes.subarray(at + 4, at + 4 + length) };
    at += 4 + length;
  }
}

/** The data PDUs of one message part, a command or a data set, each with one fragment. */
export function* dataPDUs(
  contextID: number,
  bytes: Buffer,
  { isCommand, maxPDUBytes }: { isCommand: boolean; maxPDUBytes: number },
): Generator<Buffer> {
  // length, context and control header of the fragment
  const perFragment = maxPDUBytes - 6;
  for (let at = 0; at === 0 || at < bytes.length; at += perFragment) {
    const fragment = bytes.subarray(at, at + perFragment);
    const header = Buffer.alloc(6);
    header.writeUInt32BE(fragment.length + 2, 0);
    header.writeUInt8(contextID, 4);
    header.writeUInt8((isCommand ? 1 : 0) | (at + perFragment >= bytes.length ? 2 : 0), 5);
    yield pdu(PDU.data, Buffer.concat([header, fragment]));
  }
}

/** The fragments of a data PDU. */
export function* fragmentsIn(
  body: Buffer,
): Generator<{ isCommand: boolean; isLast: boolean; content: Buffer }> {
  let at = 0;
  while (at + 6 <= body.length) {
    const length = body.readUInt32BE(at);
    if (length < 2 || at + 4 + length > body.length) return;
    const control = body[at + 5] ?? 0;
    yield {
      isCommand: (control & 1) !== 0,
      isLast: (control & 2) !== 0,
      content: body.subarray(at + 6, at + 4 + length),
    };
    at += 4 + length;
  }
}

export const releaseRequest = (): Buffer => pdu(PDU.releaseRequest, Buffer.alloc(4));
export const abort = (): Buffer => pdu(PDU.abort, Buffer.alloc(4));

/** Splits received bytes into PDUs. */
export class PDUReader {
  #bytes: Buffer = Buffer.alloc(0);

  /** @throws Error for a PDU that is longer than any response */
  add(chunk: Buffer): { type: number; body: Buffer }[] {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const complete: { type: number; body: Buffer }[] = [];
    while (this.#bytes.length >= PDU_HEADER_BYTES) {
      const length = this.#bytes.readUInt32BE(2);
      if (length > MAX_RESPONSE_BYTES) throw new Error('a PDU is too long');
      const end = PDU_HEADER_BYTES + length;
      if (this.#bytes.length < end) break;
      complete.push({ type: this.#bytes[0] ?? 0, body: this.#bytes.subarray(PDU_HEADER_BYTES, end) });
      this.#bytes = this.#bytes.subarray(end);
    }
    return complete;
  }
}

const MAX_RESPONSE_BYTES = 1024 ** 2;
