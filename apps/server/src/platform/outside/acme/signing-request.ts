import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import {
  type BaseBlock,
  BitString,
  Constructed,
  fromBER,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Set as ASN1Set,
} from 'asn1js';

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
/** Context-specific tags: the attributes of a request, and a DNS name in a list of names (RFC 5280, 4.2.1.6). */
const CONTEXT = 3;
const DNS_NAME = 2;

const sequence = (...value: BaseBlock[]) => new Sequence({ value });
const oid = (value: string) => new ObjectIdentifier({ value });

/**
 * A certificate signing request (PKCS #10, RFC 2986) for one DNS name, in DER.
 * @param key a private key on the curve P-256
 */
export const signingRequest = (hostname: string, key: KeyObject): Buffer => {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const name = new Primitive({
    idBlock: { tagClass: CONTEXT, tagNumber: DNS_NAME },
    valueHex: new Uint8Array(Buffer.from(hostname)),
  });
  const names = new OctetString({ valueHex: sequence(name).toBER() });
  const extensions = sequence(sequence(oid(SUBJECT_ALTERNATIVE_NAME), names));
  const attribute = sequence(oid(EXTENSION_REQUEST), new ASN1Set({ value: [extensions] }));
  const info = sequence(
    new Integer({ value: 0 }),
    // the subject is empty: certificates name the host in the extension
    sequence(),
    fromBER(new Uint8Array(publicKey)).result,
    new Constructed({ idBlock: { tagClass: CONTEXT, tagNumber: 0 }, value: [attribute] }),
  );
  const signature = sign('sha256', Buffer.from(info.toBER()), key);
  const request = sequence(
    info,
    sequence(oid(ECDSA_WITH_SHA256)),
    new BitString({ valueHex: new Uint8Array(signature) }),
  );
  return Buffer.from(request.toBER());
};
