/** Where one file of a study lies in the study's one object, and what it must be. */
export interface ZipIndexEntry {
  /** Relative, `/` only. */
  name: string;
  /** Of the compressed bytes (behind the local header), from the object's start. */
  offset: number;
  compressedBytes: number;
  sizeBytes: number;
  method: 'deflate' | 'stored';
  crc32: number;
  /** Of the content, hexadecimal. */
  sha256: string;
}

export interface ZipIndex {
  entries: ZipIndexEntry[];
  /** Of the whole object. */
  sizeBytes: number;
  /** Of the whole object, hexadecimal. */
  sha256: string;
}
