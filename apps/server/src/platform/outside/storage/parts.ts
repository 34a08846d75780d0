/**
 * Objects that come in parts, each with its checksum. Until they are joined there is no object: `head`, `list` and
 * `read` know nothing of them.
 */
export interface Parts {
  /** The name of the parts to come; null where the store would not compare their checksums. */
  begin(key: string): Promise<string | null>;

  /** What has arrived, durable and compared. Null when there are no such parts (any more). */
  list(object: MultipartObject): Promise<StoredPart[] | null>;

  /** An address that takes this part with that checksum and nothing else. */
  presign(wish: PresignPartRequest): Promise<PresignedPart>;

  /**
   * Makes the object of exactly these parts, or says which of them are not there; throws PartsGone when there are none.
   * Cut short, it is begun again.
   */
  join(object: MultipartObject, checksums: string[]): Promise<{ missing: number[] }>;

  /** Frees what came; no error when it is gone. The object, if they were joined, stays. */
  discard(parts: MultipartReference): Promise<void>;
}

export interface MultipartReference {
  key: string;
  partsID: string;
}

export interface MultipartObject extends MultipartReference {
  sizeBytes: number;
  /** of every part but the last */
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
  expiresAt: Date;
  /** As in a PresignWish. */
  grant: string;
  origin: string;
}

export interface PresignedPart {
  presignedURL: string;
  /** What the sender must send along. */
  headers: Record<string, string>;
}

export class PartsGone extends Error {
  override name = 'PartsGone';
  constructor(key: string) {
    super(`no parts of ${key}`);
  }
}

/** The bytes of a part are not those it was announced with. */
export class WrongChecksum extends Error {
  override name = 'WrongChecksum';
}

export const countParts = ({ sizeBytes, partBytes }: MultipartObject): number =>
  Math.ceil(sizeBytes / partBytes);

export const sizeOfPart = ({ sizeBytes, partBytes }: MultipartObject, number: number): number =>
  Math.min(partBytes, sizeBytes - (number - 1) * partBytes);

/** The numbers of wished parts that are not among those that are there. */
export const missingParts = (there: StoredPart[], checksums: string[]): number[] => {
  const known = new Set(there.map(({ number, checksum }) => `${number} ${checksum}`));
  return checksums.flatMap((checksum, i) => (known.has(`${i + 1} ${checksum}`) ? [] : [i + 1]));
};
