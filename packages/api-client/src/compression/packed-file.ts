import { crc32, hexOf } from './crc32.ts';
import { looksCompressed, samplesOf } from './compressed-formats.ts';

/** A file as it travels in a bundle. */
export interface PackedFile {
  method: 'deflate' | 'stored';
  payload: Uint8Array<ArrayBuffer>;
  /** the checksum of the original bytes, eight hexadecimal digits */
  crc32: string;
  /** the hash of the original bytes, in base64 */
  sha256: string;
  /** time that compressing took, also if its result was not used */
  compressMs: number;
}

/** What an environment (browser or Node) has for packing. */
export interface PackingTools {
  /** raw DEFLATE (RFC 1951); null if the environment cannot compress */
  deflate: ((bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>) | null;
  /** in base64 */
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
  crc32?: (bytes: Uint8Array) => number;
}

/** A file is stored as it is if compression saves less. */
const LEAST_GAIN = 0.05;

/** A part of a large file; null: it is sent as it is, because compression saves too little. */
export type PackedSpan = { deflated: Uint8Array<ArrayBuffer> | null; compressMs: number };

/** Compresses a part of a file, samples of it first. */
export async function packSpan(
  bytes: Uint8Array<ArrayBuffer>,
  deflate: PackingTools['deflate'],
): Promise<PackedSpan> {
  const startedAt = performance.now();
  const deflated = deflate && bytes.length > 0 ? await deflateIfSmaller(bytes, deflate, true) : null;
  return { deflated, compressMs: performance.now() - startedAt };
}

/** Packs the bytes of one file. If its format is compressed already, only samples are compressed first. */
export async function packBytes(
  bytes: Uint8Array<ArrayBuffer>,
  compress: boolean,
  { deflate, sha256, crc32: crc = crc32 }: PackingTools,
): Promise<PackedFile> {
  const startedAt = performance.now();
  const deflated = compress && deflate && bytes.length > 0 ? await deflateIfSmaller(bytes, deflate) : null;
  const compressMs = compress ? performance.now() - startedAt : 0;
  return {
    method: deflated ? 'deflate' : 'stored',
    payload: deflated ?? bytes,
    crc32: hexOf(crc(bytes)),
    sha256: await sha256(bytes),
    compressMs,
  };
}

async function deflateIfSmaller(
  bytes: Uint8Array<ArrayBuffer>,
  deflate: NonNullable<PackingTools['deflate']>,
  // the beginning of a part says nothing about the format
  samplesFirst = looksCompressed(bytes),
): Promise<Uint8Array<ArrayBuffer> | null> {
  const isWorthwhile = (original: Uint8Array, packed: Uint8Array) =>
    packed.length <= original.length * (1 - LEAST_GAIN);
  if (samplesFirst) {
    const samples = samplesOf(bytes);
    if (!isWorthwhile(samples, await deflate(samples))) return null;
  }
  const deflated = await deflate(bytes);
  return isWorthwhile(bytes, deflated) ? deflated : null;
}
