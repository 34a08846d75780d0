import { constants, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { usageError } from '../program/exit-error.ts';
import { sentences } from '../program/sentences.ts';

export interface TLSFiles {
  /** PEM files: our certificate with its chain, its key, and the authorities of the machines' certificates */
  cert: string;
  key: string;
  clientCA: string | undefined;
}

export interface TLSIdentity {
  cert: Buffer;
  key: Buffer;
  clientCA: Buffer | undefined;
}

/** Throws a usage error for a file that cannot be read, and for a key that does not belong to the certificate. */
export function readTLSFiles({ cert, key, clientCA }: TLSFiles): TLSIdentity {
  const identity = {
    cert: read(cert),
    key: read(key),
    clientCA: clientCA === undefined ? undefined : read(clientCA),
  };
  const isPair = parse(cert, () => new X509Certificate(identity.cert)).checkPrivateKey(
    parse(key, () => createPrivateKey(identity.key)),
  );
  if (!isPair) throw usageError(sentences.wrongTLSKey(key, cert));
  const { clientCA: ca } = identity;
  if (ca) parse(clientCA ?? '', () => new X509Certificate(ca));
  return identity;
}

const read = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (problem) {
    throw usageError(sentences.unreadableFile(path, (problem as NodeJS.ErrnoException).code ?? ''));
  }
};

const parse = <T>(path: string, parsing: () => T): T => {
  try {
    return parsing();
  } catch {
    throw usageError(sentences.notPEM(path));
  }
};

/** RFC 9325, 4.2: forward secrecy and authenticated encryption only. The names of TLS 1.3 come first, then those of TLS 1.2. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
].join(':');

/** DICOM's «BCP 195 RFC 8996, 9325 TLS Secure Transport Connection Profile» (PS3.15, B.12): TLS 1.2 or newer. */
export const tlsProfile = {
  ciphers: CIPHERS,
  minVersion: 'TLSv1.2',
  // RFC 9325, 3.5
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_COMPRESSION,
} as const;

interface TLSServerOptions {
  handshakeMs: number;
  onConnection: (socket: TLSSocket) => void;
  onFailure: (problem: Error) => void;
}

/** A TLS server by the profile. With `clientCA`, only machines with a certificate of these authorities are accepted. */
export function createTLSServer(
  { cert, key, clientCA }: TLSIdentity,
  { handshakeMs, onConnection, onFailure }: TLSServerOptions,
): Server {
  const server = createServer(
    {
      cert,
      key,
      ...tlsProfile,
      honorCipherOrder: true,
      handshakeTimeout: handshakeMs,
      ...(clientCA && { ca: clientCA, requestCert: true, rejectUnauthorized: true }),
    },
    onConnection,
  );
  server.on('tlsClientError', (problem, socket) => {
    onFailure(problem);
    socket.destroy();
  });
  return server;
}
