/** The algorithms of the checksums that archives state, and of the proof. */
export type Algorithm = 'md5' | 'sha256';

/** The next bytes of one file. */
export interface HashTask {
  id: number;
  algorithm: Algorithm;
  bytes: Uint8Array<ArrayBuffer>;
  isLast: boolean;
}

export interface HashReply {
  id: number;
  /** the memory of the task's bytes, which may be used again */
  piece: ArrayBuffer;
  takenBytes: number;
  /** after the last bytes */
  digest: Uint8Array | null;
}
