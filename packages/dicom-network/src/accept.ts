import type { Socket } from 'node:net';
import { IMPLEMENTATION_NAME, IMPLEMENTATION_UID } from '@snimok/imaging/dicom/elements/write';
import { Association, MAX_PDU_BYTES } from './association.ts';
import { Connection } from './connection.ts';
import {
  type Accepted,
  APPLICATION_CONTEXT,
  ASSOCIATE_FIXED_BYTES,
  item,
  itemsIn,
  PDU,
  pdu,
  textItem,
} from './pdu.ts';
import { Refused, Unavailable } from './problems.ts';

/** Permanent, by the service user: called AE title not recognized (PS3.8, table 9-21). */
const UNKNOWN_TITLE = Buffer.from([0, 1, 1, 7]);
const VERIFICATION = '1.2.840.10008.1.1';
/** The prefix of the UIDs of all storage SOP classes (PS3.4, B.5). */
const STORAGE = '1.2.840.10008.5.1.4.1.1.';
const ACCEPTED = 0;
const NO_SUCH_CLASS = 3;

/**
 * Accepts an association for storage. In each context the first proposed transfer syntax is accepted, so the peer
 * sends its files as it has them.
 * @throws Unavailable, Refused if the called title is another
 */
export const acceptStorage = async (socket: Socket, calledTitle: string): Promise<Association> => {
  const connection = new Connection(socket);
  const { type, body } = await connection.next();
  if (type !== PDU.associateRequest || body.length < ASSOCIATE_FIXED_BYTES) {
    connection.destroy();
    throw new Unavailable('connection', 'no request for an association');
  }
  if (body.toString('latin1', 4, 20).trim() !== calledTitle) {
    connection.end(pdu(PDU.associateReject, UNKNOWN_TITLE));
    throw new Refused('rejected', 'another title was called');
  }
  const accepted: Accepted = { syntaxes: new Map(), maxPDUBytes: 0 };
  const contexts: Buffer[] = [];
  for (const { type, content } of itemsIn(body.subarray(ASSOCIATE_FIXED_BYTES))) {
    if (type === 0x20 && content.length >= 4) contexts.push(answerContext(content, accepted));
    if (type !== 0x50) continue;
    for (const part of itemsIn(content))
      if (part.type === 0x51 && part.content.length >= 4) accepted.maxPDUBytes = part.content.readUInt32BE(0);
  }
  const length = Buffer.alloc(4);
  length.writeUInt32BE(MAX_PDU_BYTES, 0);
  const user = item(
    0x50,
    item(0x51, length),
    textItem(0x52, IMPLEMENTATION_UID),
    textItem(0x55, IMPLEMENTATION_NAME),
  );
  // the titles are repeated as they were received (PS3.8, 9.3.3)
  const fixed = Buffer.from(body.subarray(0, ASSOCIATE_FIXED_BYTES));
  const answer = Buffer.concat([fixed, textItem(0x10, APPLICATION_CONTEXT), ...contexts, user]);
  await connection.write(pdu(PDU.associateAccept, answer));
  return new Association(connection, accepted);
};

/** The answer to a proposed context (PS3.8, 9.3.3.2). */
const answerContext = (proposed: Buffer, accepted: Accepted): Buffer => {
  const id = proposed[0] ?? 0;
  const items = [...itemsIn(proposed.subarray(4))];
  const textOf = (wanted: number) =>
    items
      .find(({ type }) => type === wanted)
      ?.content.toString('latin1')
      .replace(/[\0 ]+$/, '') ?? '';
  const sopClassUID = textOf(0x30);
  const syntax = textOf(0x40);
  const isServed = sopClassUID === VERIFICATION || sopClassUID.startsWith(STORAGE);
  if (isServed) accepted.syntaxes.set(id, syntax);
  return item(0x21, Buffer.from([id, 0, isServed ? ACCEPTED : NO_SUCH_CLASS, 0]), textItem(0x40, syntax));
};
