import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TLSTrust } from '@snimok/dicom-network/connection';
import { usageError } from '../program/exit-error.ts';
import { readTLSFiles } from '../machines/tls.ts';
import { sentences } from '../program/sentences.ts';

/** The PEM files for destinations with TLS. Throws a usage error for files that cannot be read or do not fit. */
export const readTrust = (ca?: string, cert?: string, key?: string): TLSTrust => {
  if ((cert === undefined) !== (key === undefined)) throw usageError(sentences.certAndKey);
  const identity =
    cert !== undefined && key !== undefined ? readTLSFiles({ cert, key, clientCA: undefined }) : undefined;
  return { ca: ca === undefined ? undefined : readAuthority(ca), cert: identity?.cert, key: identity?.key };
};

const readAuthority = (path: string): Buffer => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (problem) {
    throw usageError(sentences.unreadableFile(path, (problem as NodeJS.ErrnoException).code ?? ''));
  }
  try {
    // throws for another file
    void new X509Certificate(bytes);
    return bytes;
  } catch {
    throw usageError(sentences.notPEM(path));
  }
};
