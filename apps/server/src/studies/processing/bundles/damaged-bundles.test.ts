import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { randomStream } from '@snimok/phantom/anatomy/random';
import { expect, onTestFinished, test } from 'vitest';
import { bundleOf } from '../../../testing/scans/bundles.ts';
import { radiograph, volume } from '../../../testing/scans/dicom.ts';
import { BrokenBundle, type BundleEntry, readBundle } from '../parser-tasks/read-bundle.ts';

const CASES = 1000;

interface Case {
  bytes: Buffer;
  entries: BundleEntry[];
}

const sources = [
  ...volume(3),
  radiograph(),
  { filename: 'пусто', bytes: Buffer.alloc(0) },
  { filename: 'нули', bytes: Buffer.alloc(5000) },
];

/** Bundles of the same files, deflated and stored. */
const intact = (['deflate', 'stored'] as const).map((method): Case => {
  const { declared, bytes } = bundleOf(sources, { method });
  let offset = 0;
  const entries = declared.files.map((file): BundleEntry => {
    const entry = {
      offset,
      sentBytes: file.sentBytes,
      method: file.method,
      sizeBytes: file.filesize,
      crc32: Number.parseInt(file.crc32, 16),
      sha256: Buffer.from(file.sha256, 'base64').toString('hex'),
    };
    offset += file.sentBytes;
    return entry;
  });
  return { bytes, entries };
});

type Random = (limit: number) => number;
type Damage = (damaged: Case, random: Random) => void;

const entryOf = ({ entries }: Case, random: Random): BundleEntry => {
  const entry = entries[random(entries.length)];
  if (!entry) throw new Error('no entries');
  return entry;
};

const damages: Damage[] = [
  // bits
  ({ bytes }, random) => {
    const at = random(bytes.length);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random(8)), at);
  },
  ({ bytes }, random) => void bytes.fill(random(256), random(bytes.length)),
  // lengths of the bundle
  (damaged, random) => void (damaged.bytes = damaged.bytes.subarray(0, random(damaged.bytes.length))),
  (damaged, random) => {
    const at = random(damaged.bytes.length);
    damaged.bytes = Buffer.concat([
      damaged.bytes.subarray(0, at),
      Buffer.alloc(1 + random(40)),
      damaged.bytes.subarray(at),
    ]);
  },
  // declared sizes and offsets
  (damaged, random) => void (entryOf(damaged, random).sizeBytes += 1 + random(1000)),
  (damaged, random) => {
    const entry = entryOf(damaged, random);
    entry.sizeBytes = random(entry.sizeBytes);
  },
  (damaged, random) => void (entryOf(damaged, random).sentBytes += 1 + random(1000)),
  (damaged, random) => {
    const entry = entryOf(damaged, random);
    entry.sentBytes = random(entry.sentBytes);
  },
  (damaged, random) => void (entryOf(damaged, random).offset = random(2 * damaged.bytes.length)),
  // checksums
  (damaged, random) => void (entryOf(damaged, random).crc32 = random(2 ** 32)),
  (damaged, random) => {
    const entry = entryOf(damaged, random);
    const at = random(64);
    entry.sha256 = `${entry.sha256.slice(0, at)}${random(16).toString(16)}${entry.sha256.slice(at + 1)}`;
  },
  // the method
  (damaged, random) => {
    const entry = entryOf(damaged, random);
    entry.method = entry.method === 'deflate' ? 'stored' : 'deflate';
  },
  // the order: one file in the place of another
  (damaged, random) => {
    const one = entryOf(damaged, random);
    const other = entryOf(damaged, random);
    [one.offset, other.offset] = [other.offset, one.offset];
    [one.sentBytes, other.sentBytes] = [other.sentBytes, one.sentBytes];
  },
  // two files from the same payload
  (damaged, random) => {
    const one = entryOf(damaged, random);
    const { offset, sentBytes, method } = entryOf(damaged, random);
    Object.assign(one, { offset, sentBytes, method });
  },
];

/** The contents; null if the bundle is refused. */
const read = async (file: FileHandle, { bytes, entries }: Case): Promise<Buffer[] | null> => {
  await file.truncate(0);
  await file.write(bytes, 0, bytes.length, 0);
  const contents: Buffer[] = [];
  try {
    for await (const { content } of readBundle(file, entries)) contents.push(content);
    return contents;
  } catch (cause) {
    // a run that fails with any other error is tried again, and the user sees no sentence
    expect(cause).toBeInstanceOf(BrokenBundle);
    expect(entries[(cause as BrokenBundle).entry]).toBeDefined();
    return null;
  }
};

test('1,000 damaged bundles are refused, or read as exactly the files that were bundled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-bundles-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = await open(join(folder, 'bundle'), 'w+');
  onTestFinished(() => file.close());
  for (const bundle of intact) {
    const contents = await read(file, bundle);
    expect(contents?.map((content, i) => content.equals(sources[i]?.bytes ?? Buffer.alloc(0)))).toEqual(
      sources.map(() => true),
    );
  }
  const stream = randomStream(17);
  const random: Random = (limit) => Math.floor(stream() * limit);
  let refused = 0;
  for (let i = 0; i < CASES; i++) {
    const original = intact[i % 2] ?? intact[0];
    const damage = damages[random(damages.length)];
    if (!original || !damage) throw new Error('no case');
    const damaged: Case = {
      bytes: Buffer.from(original.bytes),
      entries: original.entries.map((entry) => ({ ...entry })),
    };
    damage(damaged, random);
    const contents = await read(file, damaged);
    if (!contents) {
      refused += 1;
      continue;
    }
    for (const [n, content] of contents.entries()) {
      const entry = damaged.entries[n];
      const found = { crc32: crc32(content), sha256: createHash('sha256').update(content).digest('hex') };
      expect([i, found, content.length]).toEqual([
        i,
        { crc32: entry?.crc32, sha256: entry?.sha256 },
        entry?.sizeBytes,
      ]);
      expect(content.equals(sources[n]?.bytes ?? Buffer.alloc(1))).toBe(true);
    }
  }
  // the others exchange equal values, or change bits that a deflate stream does not use
  expect(refused).toBeGreaterThan(CASES * 0.85);
});
