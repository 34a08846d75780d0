import { type BaseBlock, Constructed, fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js';

/**
 * The element at the beginning of the bytes.
 * @throws if there is none
 */
export const parse = (bytes: Uint8Array): BaseBlock => {
  const { offset, result } = fromBER(bytes);
  if (offset === -1) throw new Error('not ASN.1');
  return result;
};

/** The bytes from which an element was parsed. */
export const rawOf = ({ valueBeforeDecodeView }: BaseBlock): Buffer => Buffer.from(valueBeforeDecodeView);

/** The elements inside an element. */
export const itemsOf = (element: BaseBlock | undefined): BaseBlock[] =>
  element instanceof Constructed ? element.valueBlock.value : [];

export const octetsOf = (element: BaseBlock | undefined): Buffer => {
  if (!(element instanceof OctetString)) throw new Error('an octet string is missing');
  return Buffer.from(element.getValue());
};

/** The dotted form of an object identifier; empty for another element. */
export const idOf = (element: BaseBlock | undefined): string =>
  element instanceof ObjectIdentifier ? element.getValue() : '';

export const sequence = (...value: BaseBlock[]): Sequence => new Sequence({ value });
/** A context-specific element [0] that contains elements. */
export const context = (...value: BaseBlock[]): Constructed =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value });
export const oid = (value: string): ObjectIdentifier => new ObjectIdentifier({ value });
export const octets = (valueHex: Uint8Array): OctetString => new OctetString({ valueHex });
