import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { centralHeader, type EntryRecord, endRecords, localHeader } from './zip-format.ts';
import { type UnpackOptions, unpackZip } from './zip-unpack.ts';

/** The path of an archive, an empty folder to unpack it into, and functions that write and unpack the archive. */
export const startUnpacking = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-unpack-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const out = join(folder, 'out');
  const zip = join(folder, 'upload.zip');
  await mkdir(out);
  /** The content of each unpacked file by name; large contents are replaced by their length. */
  const unpack = async (
    options: Partial<UnpackOptions> = {},
    archive = zip,
  ): Promise<Record<string, string>> => {
    const contents: Record<string, string> = {};
    for await (const { name, path, sizeBytes } of unpackZip(archive, out, {
      archive: 'КТ.zip',
      ...options,
    })) {
      expect(dirname(path)).toBe(out);
      const content = await readFile(path);
      expect(content.length).toBe(sizeBytes);
      contents[name] = sizeBytes > 1000 ? `${sizeBytes} bytes` : content.toString();
    }
    return contents;
  };
  const write = (entries: EntrySpec[]) => writeFile(zip, makeZip(entries));
  return { folder, out, zip, unpack, write };
};

/** One entry of a ZIP that `makeZip` makes. */
export interface EntrySpec {
  name: string | Buffer;
  content?: Buffer;
  /** Changes the entry's record before its headers are written. */
  forge?: (entry: EntryRecord) => void;
  /** Changes the bytes of the central header. */
  central?: (header: Buffer) => void;
}

export function makeZip(entries: EntrySpec[]): Buffer {
  const records: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = Buffer.from('content'), forge, central } of entries) {
    const deflated = deflateRawSync(content);
    const entry: EntryRecord = {
      name: Buffer.from(name),
      method: 'deflate',
      crc32: crc32(content),
      compressedBytes: deflated.length,
      sizeBytes: content.length,
      headerOffset: offset,
      descriptor: false,
      wide: false,
      modifiedAt: new Date('2026-11-21T09:30:00Z'),
    };
    forge?.(entry);
    records.push(localHeader(entry), deflated);
    offset += records.at(-2)!.length + deflated.length;
    const header = centralHeader(entry);
    central?.(header);
    directory.push(header);
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([...records, ...directory, endRecords(entries.length, offset, directoryBytes)]);
}
