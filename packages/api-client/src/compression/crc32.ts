/**
 * Eight consecutive tables of 256 entries: eight bytes per step (slicing-by-8), several times as fast as one.
 */
const TABLES = makeTables();

/**
 * CRC-32 as in ZIP and S3 (reflected polynomial EDB88320). `crypto.subtle` has no CRC and is absent where a
 * clinic reaches its portal by plain http. `before` is the checksum of the preceding bytes.
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  let at = 0;
  for (const end = bytes.length - 7; at < end; at += 8) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc =
      TABLES[1792 + (crc & 255)]! ^
      TABLES[1536 + ((crc >>> 8) & 255)]! ^
      TABLES[1280 + ((crc >>> 16) & 255)]! ^
      TABLES[1024 + (crc >>> 24)]! ^
      TABLES[768 + bytes[at + 4]!]! ^
      TABLES[512 + bytes[at + 5]!]! ^
      TABLES[256 + bytes[at + 6]!]! ^
      TABLES[bytes[at + 7]!]!;
  }
  for (; at < bytes.length; at += 1) crc = TABLES[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** The contract's notation: eight hexadecimal digits. */
export const hexOf = (crc: number): string => crc.toString(16).padStart(8, '0');

function makeTables(): Int32Array {
  const tables = new Int32Array(2048);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    tables[byte] = crc;
  }
  for (let at = 256; at < 2048; at += 1) {
    const before = tables[at - 256]!;
    tables[at] = tables[before & 255]! ^ (before >>> 8);
  }
  return tables;
}
