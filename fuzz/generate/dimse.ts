import type { Random } from './random.ts';
import { dicomFile } from './dicom.ts';
import { mutate } from './mutate.ts';

const CT_IMAGE = '1.2.840.10008.5.1.4.1.1.2';
const VERIFICATION = '1.2.840.10008.1.1';
const IMPLICIT = '1.2.840.10008.1.2';

/** PS3.8, 9.3.1. */
const pdu = (type: number, body: Buffer): Buffer => {
  const head = Buffer.from([type, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(body.length, 2);
  return Buffer.concat([head, body]);
};

const item = (type: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.from([type, 0, 0, 0]);
  head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
};

/** An A-ASSOCIATE-RQ (PS3.8, 9.3.2) with the presentation contexts 1, 3, 5, … for these SOP classes. */
export const associationRequest = (
  calling = 'XRAY',
  called = 'SNIMOK',
  sopClasses = [VERIFICATION, CT_IMAGE],
): Buffer => {
  const context = (id: number, sopClass: string) =>
    item(
      0x20,
      Buffer.from([id, 0, 0, 0]),
      item(0x30, Buffer.from(sopClass)),
      item(0x40, Buffer.from(IMPLICIT)),
    );
  return pdu(
    1,
    Buffer.concat([
      Buffer.from([0, 1, 0, 0]),
      Buffer.from(called.padEnd(16).slice(0, 16) + calling.padEnd(16).slice(0, 16)),
      Buffer.alloc(32),
      item(0x10, Buffer.from('1.2.840.10008.3.1.1.1')),
      ...sopClasses.map((sopClass, at) => context(2 * at + 1, sopClass)),
      item(0x50, item(0x51, Buffer.from([0, 0, 0x40, 0]))),
    ]),
  );
};

/** An element of group 0000, Implicit VR Little Endian. */
const commandElement = (element: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(element, 2);
  head.writeUInt32LE(value.length, 4);
  return Buffer.concat([head, value]);
};
export const word = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8]);
export const uid = (text: string): Buffer => Buffer.from(text.length % 2 ? `${text}\0` : text);

/** The command set of a request (PS3.7, annex E). */
const command = (field: number, sopClass: string, instance: string | null): Buffer => {
  return commandSet([
    [0x0002, uid(sopClass)],
    [0x0100, word(field)],
    [0x0110, word(1)],
    ...(instance === null ? [] : ([[0x0700, word(0)]] satisfies CommandElement[])),
    [0x0800, word(instance === null ? 0x0101 : 0)],
    ...(instance === null ? [] : ([[0x1000, uid(instance)]] satisfies CommandElement[])),
  ]);
};

type CommandElement = [element: number, value: Buffer];

/** The elements in the order of their numbers, with the group length. */
export const commandSet = (all: readonly CommandElement[]): Buffer => {
  const elements = Buffer.concat(all.map(([element, value]) => commandElement(element, value)));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(elements.length);
  return Buffer.concat([commandElement(0x0000, length), elements]);
};

/** A P-DATA-TF with one PDV (PS3.8, 9.3.5); `flags`: 1 command, 2 last fragment. */
export const data = (context: number, flags: number, bytes: Buffer): Buffer => {
  const head = Buffer.alloc(6);
  head.writeUInt32BE(bytes.length + 2, 0);
  head.set([context, flags], 4);
  return pdu(4, Buffer.concat([head, bytes]));
};

const INSTANCES = ['2.25.1', '../../x', '1'.repeat(80), '', '2.25.1\\2', 'a'];

const operation = (random: Random): Buffer[] =>
  random.pick<() => Buffer[]>([
    () => [data(1, 3, command(0x0030, VERIFICATION, null))],
    () => {
      const bytes = dicomFile(random).subarray(132);
      const middle = random.int(bytes.length + 1);
      return [
        data(3, 3, command(0x0001, CT_IMAGE, random.pick(INSTANCES))),
        data(3, 0, bytes.subarray(0, middle)),
        data(3, random.pick([0, 2, 2, 2]), bytes.subarray(middle)),
      ];
    },
    () => [data(random.int(256), random.int(4), random.bytes(random.int(200)))],
    () => [pdu(random.int(9), random.bytes(random.int(64)))],
    () => [pdu(5, Buffer.alloc(4))],
    () => [pdu(7, Buffer.alloc(4))],
  ])();

/**
 * The bytes that a peer sends on one connection: an association, then a few operations, with random changes.
 */
export const dimseConversation = (random: Random): Buffer => {
  const start = random.chance(0.9)
    ? associationRequest(random.chance(0.9) ? 'XRAY' : 'OTHER', random.chance(0.95) ? 'SNIMOK' : 'X')
    : Buffer.alloc(0);
  const operations = Array.from({ length: random.int(5) }, () => operation(random)).flat();
  const all = Buffer.concat([start, ...operations]);
  if (random.chance(0.5) || all.length === 0) return all;
  // the association mostly stays intact, because everything after a refused association is ignored
  return random.chance(0.3)
    ? mutate(all, random)
    : Buffer.concat([start, mutate(Buffer.concat([...operations, Buffer.of(0)]), random)]);
};
