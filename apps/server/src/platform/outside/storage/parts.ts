/**
 * Multipart uploads: an object is sent in parts, each with a checksum. Until the parts are joined the object does not
 * exist for `head`, `list` and `read`.
 */
export interface Parts {
  /** Whether a part may be sent as a deflate stream, which the store inflates. */
  readonly inflates: boolean;

  /** Begins an upload and returns its id; null if the store would not verify checksums of parts. */
  begin(key: string): Promise<string | null>;

  /** The parts that are stored durably and with the right checksum; null if the upload does not exist. */
  list(object: MultipartObject): Promise<StoredPart[] | null>;

  /** A URL that accepts only this part with this checksum. */
  presign(request: PresignPartRequest): Promise<PresignedPart>;

  /**
   * Makes the object of exactly these parts, or returns the numbers of the missing ones. Throws PartsGone if the upload
   * does not exist. May be repeated after an interruption.
   */
  join(object: MultipartObject, checksums: string[]): Promise<{ missing: number[] }>;

  /** Removes the upload with its parts, if it exists. An object made of them remains. */
  discard(parts: MultipartReference): Promise<void>;
}

export interface MultipartReference {
  key: string;
  partsID: string;
}

export interface MultipartObject extends MultipartReference {
  sizeBytes: number;
  /** the size of every part but the last */
  partBytes: number;
}

/** Numbers begin at 1; the checksum is CRC-32, eight hexadecimal digits. */
export interface StoredPart {
  number: number;
  checksum: string;
}

export interface PresignPartRequest {
  object: MultipartObject;
  part: StoredPart;
  /** The PUT sends one raw deflate stream of this length instead of the bytes; only if the store inflates. */
  deflatedBytes?: number | undefined;
  expiresAt: Date;
  /** See PresignRequest. */
  grant: string;
  /** See PresignRequest. */
  issuedTo?: string | undefined;
  /** See PresignRequest. */
  session?: string | undefined;
  origin: string;
}

export interface PresignedPart {
  presignedURL: string;
  /** Headers that the client must send. */
  headers: Record<string, string>;
}

export class PartsGone extends Error {
  override name = 'PartsGone';
  constructor(key: string) {
    super(`no multipart upload of ${key}`);
  }
}

/** The bytes of a part do not have the checksum for which the URL was signed. */
export class WrongChecksum extends Error {
  override name = 'WrongChecksum';
}

export const countParts = ({ sizeBytes, partBytes }: MultipartObject): number =>
  Math.ceil(sizeBytes / partBytes);

export const sizeOfPart = ({ sizeBytes, partBytes }: MultipartObject, number: number): number =>
  Math.min(partBytes, sizeBytes - (number - 1) * partBytes);

/** The numbers of the parts whose checksum is not stored. */
export const missingParts = (stored: StoredPart[], checksums: string[]): number[] => {
  const found = new Set(stored.map(({ number, checksum }) => `${number} ${checksum}`));
  return checksums.flatMap((checksum, i) => (found.has(`${i + 1} ${checksum}`) ? [] : [i + 1]));
};
