import { type ElementToWrite, encode } from '@snimok/imaging/dicom/elements/write';

/** Elements of a command set (PS3.7, annex E). */
export const COMMAND = {
  groupLength: 0x00000000,
  affectedSOPClassUID: 0x00000002,
  field: 0x00000100,
  messageID: 0x00000110,
  respondedMessageID: 0x00000120,
  moveDestination: 0x00000600,
  priority: 0x00000700,
  dataSetType: 0x00000800,
  status: 0x00000900,
  affectedSOPInstanceUID: 0x00001000,
  failedOperations: 0x00001022,
} as const;

/** The command fields of the requests that this package sends or serves (PS3.7, E.1). */
export const FIELD = { store: 0x0001, get: 0x0010, find: 0x0020, move: 0x0021, echo: 0x0030 } as const;
/** The command field of a response is that of its request with this bit (PS3.7, E.1). */
export const RESPONSE = 0x8000;
/** The data set type of a message without data set. */
export const NO_DATA_SET = 0x0101;
export const MEDIUM_PRIORITY = 0;

export const STATUS = {
  success: 0x0000,
  pending: 0xff00,
  pendingWithWarning: 0xff01,
  cannotStore: 0xc000,
  outOfResources: 0xa700,
  cancelled: 0xfe00,
} as const;

/** An implicit VR little endian command set, with its group length (PS3.7, 6.3.1). */
export const commandSet = (elements: readonly ElementToWrite[]): Buffer => {
  const encoding = { implicit: true, text: (text: string) => new TextEncoder().encode(text) };
  const body = encode(elements, encoding);
  return Buffer.concat([encode([[COMMAND.groupLength, 'UL', body.length]], encoding), body]);
};

/** The values of a command set by their tags. */
export class Command {
  readonly #values = new Map<number, Buffer>();

  constructor(bytes: Buffer) {
    for (let at = 0; at + 8 <= bytes.length;) {
      const tag = bytes.readUInt16LE(at) * 0x10000 + bytes.readUInt16LE(at + 2);
      const length = bytes.readUInt32LE(at + 4);
      if (at + 8 + length <= bytes.length) this.#values.set(tag, bytes.subarray(at + 8, at + 8 + length));
      at += 8 + length;
    }
  }

  /** A number of two bytes. */
  number(tag: number): number | undefined {
    const value = this.#values.get(tag);
    return value?.length === 2 ? value.readUInt16LE(0) : undefined;
  }

  /** A UID or title without its padding; empty if it is absent. */
  text(tag: number): string {
    return (this.#values.get(tag)?.toString('latin1') ?? '').replace(/[\0 ]+$/, '');
  }
}
