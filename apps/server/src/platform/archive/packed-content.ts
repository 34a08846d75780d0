/** A byte range of a file that contains the content of another file, stored or as one raw deflate stream. */
export interface PackedContent {
  path: string;
  offset: number;
  packedBytes: number;
  method: 'deflate' | 'stored';
  /** CRC-32 of the range itself, by which its reader finds out whether it has changed since it was verified. */
  packedCRC32: number;
  /** Length and checksums of the content; the SHA-256 is hexadecimal. */
  sizeBytes: number;
  crc32: number;
  sha256: string;
}
