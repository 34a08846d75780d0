import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One DER element: tag, length, content (X.690). */
const der = (tag: number, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.of(tag), lengthOf(body.length), body]);
};
/** In as few bytes as possible: some programs refuse other lengths. */
const lengthOf = (bytes: number): Buffer => {
  if (bytes < 128) return Buffer.of(bytes);
  return bytes < 256 ? Buffer.of(0x81, bytes) : Buffer.of(0x82, bytes >> 8, bytes & 0xff);
};
const sequence = (...items: Uint8Array[]) => der(0x30, ...items);
const ECDSA_WITH_SHA256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');
const TRUE = Buffer.of(1, 1, 0xff);
const nameOf = (name: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
const pem = (label: string, bytes: Buffer) =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

/** An X.509 certificate of version 3 (RFC 5280, 4.1), valid from 2020 to 2049. */
const certificate = (
  subject: { name: string; publicKey: KeyObject; isAuthority: boolean },
  issuer: { name: string; privateKey: KeyObject },
): string => {
  const constraints = sequence(...(subject.isAuthority ? [TRUE] : []));
  const signed = sequence(
    der(0xa0, der(2, Buffer.of(2))),
    der(2, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer.name),
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231000000Z'))),
    nameOf(subject.name),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(BASIC_CONSTRAINTS, TRUE, der(4, constraints)))),
  );
  const signature = sign('sha256', signed, issuer.privateKey);
  const whole = sequence(signed, ECDSA_WITH_SHA256, der(3, Buffer.of(0), signature));
  return pem('CERTIFICATE', whole);
};

/** A certificate authority; `issue` writes a certificate and its key to PEM files. */
export const certificateAuthority = (folder: string, name: string) => {
  const write = (file: string, text: string) => {
    const path = join(folder, file);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const authority = { name, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
  const ca = write(`${name}.pem`, certificate({ ...authority, isAuthority: true }, authority));
  const issue = (subject: string) => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const text = certificate({ name: subject, publicKey, isAuthority: false }, authority);
    return {
      cert: write(`${subject}.pem`, text),
      key: write(`${subject}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string),
    };
  };
  return { ca, issue };
};
