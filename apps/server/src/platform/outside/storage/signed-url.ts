import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { lastSegment } from './keys.ts';
import type { PresignRequest } from './storage.ts';

/** What a signed URL of the portal permits. */
export interface URLClaims extends Omit<PresignRequest, 'origin'> {
  /** If set, the PUT is for this part of a multipart upload. */
  part?: PartClaims | undefined;
}

export interface PartClaims {
  number: number;
  checksum: string;
  partsID: string;
  /** Where the part begins in the object, and whether it ends the object. Older versions do not sign these. */
  startByte?: number | undefined;
  isLast?: boolean | undefined;
  /** If set, the PUT sends a deflate stream, and this is the size of its content. Older versions refuse its checksum. */
  plainBytes?: number | undefined;
}

type Verdict = { claims: URLClaims } | { refused: 'forged' | 'expired' };

export interface URLSigner {
  /** Returns the URL `{origin}/storage/{token}/{percent-encoded filename}`. */
  sign(claims: URLClaims, origin: string): string;
  /** `filename` is the decoded last segment of the URL. */
  verify(token: string, filename: string, now: Date): Verdict;
}

/**
 * A token is `fields.mac`, both base64url: the claims as a JSON array, and HMAC-SHA-256 over them and the file name.
 * The file name is signed, but only in the URL's last segment and not in the token, because a percent-encoded Cyrillic
 * name is long. `previous` are secrets of earlier URLs, which remain valid.
 */
export function createURLSigner(secret: string, ...previous: string[]): URLSigner {
  const signingKey = keyOf(secret);
  const keys = [signingKey, ...previous.map(keyOf)];
  const mac = (key: KeyObject, fields: string, filename: string) =>
    createHmac('sha256', key).update(`${fields}\n${filename}`).digest();

  return {
    sign(claims, origin) {
      const filename = urlFilename(claims.filename ?? lastSegment(claims.key));
      const fields = Buffer.from(JSON.stringify(pack(claims))).toString('base64url');
      const token = `${fields}.${mac(signingKey, fields, filename).toString('base64url')}`;
      return `${origin}/storage/${token}/${encodeURIComponent(filename)}`;
    },

    verify(token, filename, now) {
      const [fields = '', given = ''] = token.split('.');
      const presented = Buffer.from(given, 'base64url');
      const isGenuine = keys.some((key) => {
        const expected = mac(key, fields, filename);
        return presented.length === expected.length && timingSafeEqual(presented, expected);
      });
      if (!isGenuine) return { refused: 'forged' };
      const claims = { ...unpack(JSON.parse(Buffer.from(fields, 'base64url').toString())), filename };
      return claims.expiresAt > now ? { claims } : { refused: 'expired' };
    },
  };
}

/** A key object, because createHmac would convert a buffer to one for every signature. */
const keyOf = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'snimok signed storage URL', 32)));

type Fields = [
  method: 'GET' | 'PUT',
  key: string,
  sizeBytes: number,
  expiresAtMs: number,
  grant?: string | null,
  part?: URLClaims['part'] | null,
  // versions of the portal that do not know these fields ignore them
  issuedTo?: string,
  session?: string,
];

function pack({ method, key, sizeBytes, expiresAt, grant, part, issuedTo, session }: URLClaims): Fields {
  const fields: Fields = [method, key, sizeBytes, expiresAt.getTime()];
  if (grant !== undefined || part || issuedTo !== undefined) fields.push(grant ?? null);
  if (part || issuedTo !== undefined) fields.push(part ?? null);
  if (issuedTo !== undefined) fields.push(issuedTo);
  if (issuedTo !== undefined && session !== undefined) fields.push(session);
  return fields;
}

/** Call it only after the signature has been verified. */
function unpack([method, key, sizeBytes, expiresAtMs, grant, part, issuedTo, session]: Fields): URLClaims {
  const expiresAt = new Date(expiresAtMs);
  const common = { method, key, sizeBytes, expiresAt, issuedTo, session };
  return { ...common, grant: grant ?? undefined, part: part ?? undefined };
}

/** A path segment that browsers and proxies do not change: no slashes, no control characters, not `.` or `..`. */
function urlFilename(filename: string): string {
  const plain = filename.toWellFormed().replace(/[/\\\u0000-\u001f\u007f]/g, '_');
  return /^\.{0,2}$/.test(plain) ? 'file' : plain;
}
