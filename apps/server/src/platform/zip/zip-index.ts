/** The byte range and checksums of one entry in a study object. */
export interface ZipIndexEntry {
  /** Relative, `/` only. */
  name: string;
  /** Start of the compressed bytes (after the local header), from the start of the object. */
  offset: number;
  compressedBytes: number;
  sizeBytes: number;
  method: 'deflate' | 'stored';
  crc32: number;
  /** SHA-256 of the content, hexadecimal. */
  sha256: string;
}

export interface ZipIndex {
  entries: ZipIndexEntry[];
  /** Size of the whole object. */
  sizeBytes: number;
  /** SHA-256 of the whole object, hexadecimal. */
  sha256: string;
}
