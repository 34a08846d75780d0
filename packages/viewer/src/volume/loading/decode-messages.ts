/** A message from the page to a decode worker. */
export interface DecodeRequest {
  id: number;
  encoding: 'htj2k' | 'deflate';
  bits: 8 | 16;
  /** the bytes are the first part of a frame, which gives half its resolution */
  isHalf?: boolean;
  bytes: Uint8Array<ArrayBuffer>;
  /** an array for the samples of the answer; used if its length is their number */
  spare?: Uint16Array<ArrayBuffer> | undefined;
}

/** A message from a decode worker to the page. */
export interface DecodeResponse {
  id: number;
  /** null for a frame that cannot be decoded */
  values: Uint16Array<ArrayBuffer> | null;
}
