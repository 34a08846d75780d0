/** A message from the page to a decode worker. */
export interface DecodeRequest {
  id: number;
  encoding: 'htj2k' | 'deflate';
  bits: 8 | 16;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A message from a decode worker to the page. */
export interface DecodeResponse {
  id: number;
  /** null for a frame that cannot be decoded */
  values: Uint16Array | null;
}
