import { encode, type ElementToWrite, IMPLEMENTATION_UID } from '@snimok/imaging/dicom/elements/write';
import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { COMMITMENT } from './accept.ts';

/** PS3.8, 9.3.1. */
export const PDU = {
  associateRequest: 1,
  associateAccept: 2,
  data: 4,
  releaseRequest: 5,
  releaseResponse: 6,
} as const;

const APPLICATION_CONTEXT = '1.2.840.10008.3.1.1.1';
const CONTEXT_ID = 1;
const OWN_MAX_PDU = 16_384;
const SYNTAXES = [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian];

export function pdu(type: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt8(type, 0);
  head.writeUInt32BE(body.length, 2);
  return Buffer.concat([head, body]);
}

function item(type: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([type, 0, body.length >> 8, body.length & 0xff]), body]);
}

const titleField = (title: string) => Buffer.from(title.padEnd(16));

/**
 * A request for an association in which we are the provider of storage commitment (PS3.8, 9.3.2). The roles are negotiated
 * (PS3.7, D.3.3.4), because otherwise the side that opens the association would be the user.
 */
export function associateRequest(called: string, calling: string): Buffer {
  const sopClass = Buffer.from(COMMITMENT.sopClass);
  const roles = Buffer.concat([Buffer.from([0, sopClass.length]), sopClass, Buffer.from([0, 1])]);
  const maxPDU = Buffer.alloc(4);
  maxPDU.writeUInt32BE(OWN_MAX_PDU);
  const body = Buffer.concat([
    Buffer.from([0, 1, 0, 0]),
    titleField(called),
    titleField(calling),
    Buffer.alloc(32),
    item(0x10, Buffer.from(APPLICATION_CONTEXT)),
    item(
      0x20,
      Buffer.from([CONTEXT_ID, 0, 0, 0]),
      item(0x30, sopClass),
      ...SYNTAXES.map((syntax) => item(0x40, Buffer.from(syntax))),
    ),
    item(0x50, item(0x51, maxPDU), item(0x52, Buffer.from(IMPLEMENTATION_UID)), item(0x54, roles)),
  ]);
  return pdu(PDU.associateRequest, body);
}

interface Accepted {
  transferSyntaxUID: string;
  /** the longest PDU that the peer takes */
  maxPDU: number;
}

/** What an A-ASSOCIATE-AC says about our context; null if it does not accept it (PS3.8, 9.3.3). */
export function readAccept(body: Buffer): Accepted | null {
  const items = [...eachItem(body.subarray(68))];
  const context = items.find(({ type, content }) => type === 0x21 && content[0] === CONTEXT_ID)?.content;
  if (!context || context[2] !== 0) return null;
  const syntax = [...eachItem(context.subarray(4))].find(({ type }) => type === 0x40)?.content;
  // padded to an even length (PS3.5, 9.1)
  const transferSyntaxUID = syntax?.toString('latin1').replace(/\0$/, '') ?? '';
  if (!SYNTAXES.includes(transferSyntaxUID as (typeof SYNTAXES)[number])) return null;
  const information = items.find(({ type }) => type === 0x50)?.content ?? Buffer.alloc(0);
  const length = [...eachItem(information)].find(({ type }) => type === 0x51)?.content;
  const maxPDU = length?.length === 4 ? length.readUInt32BE() : 0;
  return { transferSyntaxUID, maxPDU: maxPDU === 0 ? OWN_MAX_PDU : Math.min(maxPDU, 131_072) };
}

function* eachItem(bytes: Buffer): Generator<{ type: number; content: Buffer }> {
  for (let at = 0; at + 4 <= bytes.length;) {
    const end = at + 4 + bytes.readUInt16BE(at + 2);
    yield { type: bytes[at] ?? 0, content: bytes.subarray(at + 4, end) };
    at = end;
  }
}

/** An N-EVENT-REPORT request, in PDUs that the peer takes (PS3.7, 10.3.1). */
export function eventRequest(eventType: number, dataSet: Uint8Array, maxPDU: number): Buffer[] {
  const command = encodeCommand([
    [0x00000002, 'UI', COMMITMENT.sopClass],
    [0x00000100, 'US', 0x0100],
    [0x00000110, 'US', 1],
    // a data set follows
    [0x00000800, 'US', 0],
    [0x00001000, 'UI', COMMITMENT.instance],
    [0x00001002, 'US', eventType],
  ]);
  // the PDV has a length, the context and flags: 6 bytes
  const fragment = Math.max(maxPDU - 6, 1024);
  const pdus = [dataPDU(3, command)];
  for (let at = 0; at < dataSet.length; at += fragment) {
    const isLast = at + fragment >= dataSet.length;
    pdus.push(dataPDU(isLast ? 2 : 0, dataSet.subarray(at, at + fragment)));
  }
  return pdus;
}

function dataPDU(flags: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32BE(content.length + 2);
  head.set([CONTEXT_ID, flags], 4);
  return pdu(PDU.data, Buffer.concat([head, content]));
}

function encodeCommand(elements: ElementToWrite[]): Uint8Array {
  const encoding = { implicit: true, text: (text: string) => new TextEncoder().encode(text) };
  const body = encode(elements, encoding);
  return Buffer.concat([encode([[0x00000000, 'UL', body.length]], encoding), body]);
}

const N_EVENT_REPORT_RESPONSE = 0x8100;

/** The status of an N-EVENT-REPORT response; null for any other command. */
export function statusOfResponse(command: Buffer): number | null {
  const values = new Map<number, number>();
  for (let at = 0; at + 8 <= command.length;) {
    const element = command.readUInt16LE(at + 2);
    const length = command.readUInt32LE(at + 4);
    if (length === 2 && at + 10 <= command.length) values.set(element, command.readUInt16LE(at + 8));
    at += 8 + length;
  }
  return values.get(0x0100) === N_EVENT_REPORT_RESPONSE ? (values.get(0x0900) ?? null) : null;
}
