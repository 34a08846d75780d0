import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Values that a forged answer has instead of the right ones. */
interface Forgery {
  origin?: string;
  rpID?: string;
  challenge?: string;
  type?: string;
  userVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
}

interface CreationOptions {
  rp: { id: string };
  user: { id: string };
  challenge: string;
}
interface RequestOptions {
  rpId: string;
  challenge: string;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** Type and length of a CBOR item (RFC 8949 §3). */
const head = (type: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(type << 5) | value]);
  if (value < 256) return Buffer.from([(type << 5) | 24, value]);
  return Buffer.from([(type << 5) | 25, value >> 8, value & 255]);
};

type Item = number | string | Buffer | Map<number | string, Item>;

const cbor = (item: Item): Buffer => {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item);
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)]);
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item]);
  return Buffer.concat([
    head(5, item.size),
    ...[...item].flatMap(([key, value]) => [cbor(key), cbor(value)]),
  ]);
};

const PRESENT = 1;
const VERIFIED = 4;
const ATTESTED = 64;

/** An authenticator with one discoverable credential, ECDSA with P-256, that does what a test asks (Web Authentication §6). */
export class Authenticator {
  readonly origin: string;
  readonly credentialID = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;
  userHandle = '';

  constructor(origin = 'http://portal.test') {
    this.origin = origin;
  }

  #clientData(type: string, challenge: string, forged: Forgery): Buffer {
    const { origin = this.origin } = forged;
    const data = { type: forged.type ?? type, challenge: forged.challenge ?? challenge, origin };
    return Buffer.from(JSON.stringify(data));
  }

  #authenticatorData(rpID: string, forged: Forgery, attested?: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forged.counter ?? this.counter);
    const flags = PRESENT | (forged.userVerified === false ? 0 : VERIFIED) | (attested ? ATTESTED : 0);
    const parts = [sha256(forged.rpID ?? rpID), Buffer.from([flags]), counter];
    return Buffer.concat(attested ? [...parts, attested] : parts);
  }

  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // EC2 key, ES256, P-256 (RFC 9053 §7.1.1)
    const key = new Map<number, Item>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    return cbor(key);
  }

  #credential<Response>(response: Response) {
    const id = this.credentialID.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, response };
  }

  /** Answers as `navigator.credentials.create` does. */
  create({ rp, user, challenge }: CreationOptions, forged: Forgery = {}) {
    this.userHandle = user.id;
    const length = Buffer.from([0, this.credentialID.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialID, this.#publicKey()]);
    const attestation = new Map<string, Item>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#authenticatorData(rp.id, forged, attested)],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge, forged).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers as `navigator.credentials.get` does, and increases the counter. */
  get({ rpId, challenge }: RequestOptions, forged: Forgery = {}) {
    this.counter += 1;
    const clientData = this.#clientData('webauthn.get', challenge, forged);
    const authenticatorData = this.#authenticatorData(rpId, forged);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    const { userHandle = this.userHandle } = forged;
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      ...(userHandle !== null && { userHandle }),
    });
  }
}
