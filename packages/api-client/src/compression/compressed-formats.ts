/**
 * The first bytes of JPEG, ZIP, gzip, PNG, RAR and 7z. MP4 and others have no fixed first bytes and are compressed in
 * vain.
 */
const SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b],
  [0x89, 0x50, 0x4e, 0x47],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
];

/**
 * Transfer syntaxes with compressed pixel data (DICOM PS3.5, A.4 and A.5): deflated, JPEG, JPEG-LS, JPEG 2000, MPEG, HTJ2K
 * and RLE. The file meta information (PS3.10, 7.1) is at the beginning of the file.
 */
const COMPRESSED_SYNTAX = /1\.2\.840\.10008\.1\.2\.(1\.99|4\.\d+|5)(?![.\d])/;
const META_BYTES = 1024;

/** Whether the file's format is one that compresses its contents. */
export function looksCompressed(bytes: Uint8Array): boolean {
  if (SIGNATURES.some((signature) => signature.every((byte, at) => bytes[at] === byte))) return true;
  const start = String.fromCharCode(...bytes.subarray(0, META_BYTES));
  return start.startsWith('DICM', 128) && COMPRESSED_SYNTAX.test(start);
}

const SAMPLE_BYTES = 16 * 1024;
const SAMPLES = 4;

/** Some ranges of the file, evenly spread; all of a small file. */
export function samplesOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (bytes.length <= SAMPLES * SAMPLE_BYTES) return bytes;
  const samples = new Uint8Array(SAMPLES * SAMPLE_BYTES);
  const step = Math.floor((bytes.length - SAMPLE_BYTES) / (SAMPLES - 1));
  for (let at = 0; at < SAMPLES; at += 1) {
    samples.set(bytes.subarray(at * step, at * step + SAMPLE_BYTES), at * SAMPLE_BYTES);
  }
  return samples;
}
