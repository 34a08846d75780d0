import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Received {
  /** The decrypted message. */
  payload: { title: string; body: string; path: string; tag: string };
  /** The claims of the sender's token, whose signature was verified with the key of the subscription. */
  claims: { aud: string; exp: number; sub: string };
  ttl: number;
  topic: string | undefined;
}

/**
 * A push service (RFC 8030) and the browser behind it, on this machine. Decrypts messages with the browser's keys (RFC 8291)
 * and verifies the sender (RFC 8292), without the library that the portal uses.
 */
export const startPushService = async () => {
  const received: Received[] = [];
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  let answer = (reply: ServerResponse) => void reply.writeHead(201).end();
  const server = createServer(async (request, reply) => {
    const body = await buffer(request);
    const { authorization = '', ttl, topic } = request.headers;
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
    received.push({
      payload: JSON.parse(decrypt(body, pair, auth)) as Received['payload'],
      claims: verifiedClaims(token, key),
      ttl: Number(ttl),
      topic: topic as string | undefined,
    });
    answer(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    received,
    origin,
    setAnswer: (next: typeof answer) => void (answer = next),
    /** A subscription as PushSubscription.toJSON() returns it. */
    subscription: (name = 'device') => ({
      endpoint: `${origin}/${name}`,
      keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }),
  };
};

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

const decrypt = (body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string => {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
  const secret = derive(pair.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
};

const verifiedClaims = (token: string, key: string): Received['claims'] => {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('the signature of the push message is wrong');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Received['claims'];
};
