import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { lastPart } from './keys.ts';

/** What a URL of the local store allows; nobody can change a word of it without the key. */
export interface URLClaims {
  method: 'GET' | 'PUT';
  key: string;
  sizeBytes: number;
  filename?: string | undefined;
  expiresAt: Date;
  grant?: string | undefined;
  /** The PUT is of one part of the object, with these bytes. */
  part?: { number: number; checksum: string; partsID: string } | undefined;
}

export type Verdict = { ticket: URLClaims } | { refused: 'forged' | 'expired' };

export interface URLSigner {
  /** `{origin}/storage/{token}/{percent-encoded filename}` */
  sign(ticket: URLClaims, origin: string): string;
  /** `filename` is the decoded last segment of the URL. */
  verify(token: string, filename: string, now: Date): Verdict;
}

/**
 * A token is `fields.mac`, both base64url: the fields as a JSON array, and HMAC-SHA-256 over them and the file name.
 * The name is tied but not repeated in the token, as a Cyrillic name is long enough once.
 */
export function createURLSigner(secret: string): URLSigner {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'snimok signed storage URL', 32));
  // made once: out of a buffer every signature would make it anew
  const signingKey = createSecretKey(derived);
  const mac = (fields: string, filename: string) =>
    createHmac('sha256', signingKey).update(`${fields}\n${filename}`).digest();

  return {
    sign(ticket, origin) {
      const filename = urlFilename(ticket.filename ?? lastPart(ticket.key));
      const fields = Buffer.from(JSON.stringify(pack(ticket))).toString('base64url');
      const token = `${fields}.${mac(fields, filename).toString('base64url')}`;
      return `${origin}/storage/${token}/${encodeURIComponent(filename)}`;
    },

    verify(token, filename, now) {
      const [fields = '', given = ''] = token.split('.');
      const expected = mac(fields, filename);
      const presented = Buffer.from(given, 'base64url');
      if (presented.length !== expected.length || !timingSafeEqual(presented, expected))
        return { refused: 'forged' };
      const ticket = { ...unpack(JSON.parse(Buffer.from(fields, 'base64url').toString())), filename };
      return ticket.expiresAt > now ? { ticket } : { refused: 'expired' };
    },
  };
}

type Fields = [
  method: 'GET' | 'PUT',
  key: string,
  sizeBytes: number,
  expiresAtMs: number,
  grant?: string | null,
  part?: URLClaims['part'],
];

function pack({ method, key, sizeBytes, expiresAt, grant, part }: URLClaims): Fields {
  const fields: Fields = [method, key, sizeBytes, expiresAt.getTime()];
  if (grant !== undefined || part) fields.push(grant ?? null);
  if (part) fields.push(part);
  return fields;
}

/** Called only for fields that we signed ourselves. */
function unpack([method, key, sizeBytes, expiresAtMs, grant, part]: Fields): URLClaims {
  return { method, key, sizeBytes, expiresAt: new Date(expiresAtMs), grant: grant ?? undefined, part };
}

/** One segment that every browser and proxy leaves alone: no slashes, no control characters, not `.` or `..`. */
function urlFilename(wished: string): string {
  const plain = wished.toWellFormed().replace(/[/\\\u0000-\u001f\u007f]/g, '_');
  return /^\.{0,2}$/.test(plain) ? 'file' : plain;
}
