/**
 * Serializes the records of a ZIP file. Section numbers refer to PKWARE's APPNOTE 6.3.10; all numbers are
 * little-endian. Zip64 fields are written only where a number does not fit, as old readers do not support them.
 */
const UINT16_MAX = 0xffff;
const UINT32_MAX = 0xffffffff;
const VERSION_PLAIN = 20;
const VERSION_ZIP64 = 45;
/** Unix, so that readers interpret the permissions in the external attributes (§4.4.2). */
const MADE_BY = (3 << 8) | VERSION_ZIP64;
const REGULAR_FILE_RW_R_R = 0o100644;
const FLAG_DESCRIPTOR = 1 << 3;
const FLAG_UTF8 = 1 << 11;
const ZIP64_EXTRA = 0x0001;

export interface EntryRecord {
  name: Buffer;
  method: 'deflate' | 'stored';
  crc32: number;
  compressedBytes: number;
  sizeBytes: number;
  /** Offset of the local header. */
  headerOffset: number;
  /** The CRC and lengths are not known before the data and follow it in a data descriptor (§4.3.9). */
  descriptor: boolean;
  /** Whether the local header and the data descriptor have 64-bit lengths (§4.3.9.2); decided before the data. */
  wide: boolean;
  modifiedAt: Date;
}

/** Whether the length may exceed 32 bits, including what deflate may add to incompressible data. */
export const needsWide = (sizeBytes: number): boolean => sizeBytes > UINT32_MAX - (1 << 24);

/** §4.3.7 */
export function localHeader(entry: EntryRecord): Buffer {
  const { sizeBytes, compressedBytes, crc32 } = entry.descriptor
    ? { sizeBytes: 0, compressedBytes: 0, crc32: 0 }
    : entry;
  const extra = entry.wide ? zip64Extra([sizeBytes, compressedBytes]) : Buffer.alloc(0);
  const fixed = Buffer.alloc(30);
  fixed.writeUInt32LE(0x04034b50, 0);
  fixed.writeUInt16LE(entry.wide ? VERSION_ZIP64 : VERSION_PLAIN, 4);
  writeShared(fixed, 6, entry);
  fixed.writeUInt32LE(crc32, 14);
  fixed.writeUInt32LE(entry.wide ? UINT32_MAX : compressedBytes, 18);
  fixed.writeUInt32LE(entry.wide ? UINT32_MAX : sizeBytes, 22);
  fixed.writeUInt16LE(entry.name.length, 26);
  fixed.writeUInt16LE(extra.length, 28);
  return Buffer.concat([fixed, entry.name, extra]);
}

/** §4.3.9, with the customary optional signature. */
export function dataDescriptor(entry: EntryRecord): Buffer {
  const record = Buffer.alloc(entry.wide ? 24 : 16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(entry.crc32, 4);
  if (entry.wide) {
    record.writeBigUInt64LE(BigInt(entry.compressedBytes), 8);
    record.writeBigUInt64LE(BigInt(entry.sizeBytes), 16);
  } else {
    record.writeUInt32LE(entry.compressedBytes, 8);
    record.writeUInt32LE(entry.sizeBytes, 12);
  }
  return record;
}

/** §4.3.12 */
export function centralHeader(entry: EntryRecord): Buffer {
  const tooLarge = [entry.sizeBytes, entry.compressedBytes, entry.headerOffset].filter(
    (value) => value >= UINT32_MAX,
  );
  const extra = tooLarge.length > 0 ? zip64Extra(tooLarge) : Buffer.alloc(0);
  const fixed = Buffer.alloc(46);
  fixed.writeUInt32LE(0x02014b50, 0);
  fixed.writeUInt16LE(MADE_BY, 4);
  fixed.writeUInt16LE(entry.wide || tooLarge.length > 0 ? VERSION_ZIP64 : VERSION_PLAIN, 6);
  writeShared(fixed, 8, entry);
  fixed.writeUInt32LE(entry.crc32, 16);
  fixed.writeUInt32LE(Math.min(entry.compressedBytes, UINT32_MAX), 20);
  fixed.writeUInt32LE(Math.min(entry.sizeBytes, UINT32_MAX), 24);
  fixed.writeUInt16LE(entry.name.length, 28);
  fixed.writeUInt16LE(extra.length, 30);
  fixed.writeUInt32LE((REGULAR_FILE_RW_R_R << 16) >>> 0, 38);
  fixed.writeUInt32LE(Math.min(entry.headerOffset, UINT32_MAX), 42);
  return Buffer.concat([fixed, entry.name, extra]);
}

/** §4.3.14 to §4.3.16: the end record, preceded by the Zip64 records if a number does not fit. */
export function endRecords(count: number, directoryOffset: number, directoryBytes: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, UINT16_MAX), 8);
  end.writeUInt16LE(Math.min(count, UINT16_MAX), 10);
  end.writeUInt32LE(Math.min(directoryBytes, UINT32_MAX), 12);
  end.writeUInt32LE(Math.min(directoryOffset, UINT32_MAX), 16);
  if (count < UINT16_MAX && directoryBytes < UINT32_MAX && directoryOffset < UINT32_MAX) return end;

  const wide = Buffer.alloc(56);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4); // the length of the rest of this record
  wide.writeUInt16LE(MADE_BY, 12);
  wide.writeUInt16LE(VERSION_ZIP64, 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(directoryBytes), 40);
  wide.writeBigUInt64LE(BigInt(directoryOffset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryOffset + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([wide, locator, end]);
}

/** Flags, method, time and date, which the local and the central header have in the same order. */
function writeShared(header: Buffer, at: number, { descriptor, method, modifiedAt }: EntryRecord): void {
  header.writeUInt16LE(FLAG_UTF8 | (descriptor ? FLAG_DESCRIPTOR : 0), at);
  header.writeUInt16LE(method === 'deflate' ? 8 : 0, at + 2);
  const [time, date] = dosTime(modifiedAt);
  header.writeUInt16LE(time, at + 4);
  header.writeUInt16LE(date, at + 6);
}

/** §4.4.6: two-second steps from 1980 to 2107. The format has no time zone; UTC makes the output reproducible. */
function dosTime(instant: Date): [time: number, date: number] {
  const year = Math.min(Math.max(instant.getUTCFullYear(), 1980), 2107);
  const time =
    (instant.getUTCHours() << 11) | (instant.getUTCMinutes() << 5) | (instant.getUTCSeconds() >> 1);
  return [time, ((year - 1980) << 9) | ((instant.getUTCMonth() + 1) << 5) | instant.getUTCDate()];
}

/** §4.5.3: contains only the numbers whose 32-bit fields are all ones, in this order. */
function zip64Extra(values: number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(ZIP64_EXTRA, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}

/** The name of an entry. Throws if the format cannot represent its length. */
export function nameBytes(name: string): Buffer {
  const bytes = Buffer.from(name);
  if (bytes.length === 0 || bytes.length > 0xffff)
    throw new Error('a file name is empty or longer than 65,535 bytes');
  return bytes;
}
