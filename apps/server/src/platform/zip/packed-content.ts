/** Position and checksums of packed content, as the process that reads it determines them. */
export interface PackedRange {
  offset: number;
  packedBytes: number;
  method: 'deflate' | 'stored';
  /** CRC-32 of the range itself, with which its next reader detects a change. */
  packedCRC32: number;
  /** SHA-256 of the range, hexadecimal; absent if the sender cannot replace the range after its verification. */
  packedSHA256?: string | undefined;
  /** Checksums of the content; the SHA-256 is hexadecimal. */
  crc32: number;
  sha256: string;
}

/** A byte range of a file that contains the content of another file, stored or as one raw deflate stream. */
export interface PackedContent extends PackedRange {
  path: string;
  /** the size of the content */
  sizeBytes: number;
}

/** The bytes that should be copied differ from those that were verified. */
export class PackedContentChanged extends Error {
  override name = 'PackedContentChanged';
  constructor() {
    super('the packed content changed after it was verified');
  }
}
