import { hash } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import {
  BrokenBundle,
  type BundleEntry,
  readBundle,
} from '../../apps/server/src/studies/processing/parser-tasks/read-bundle.ts';
import { mutate } from '../generate/mutate.ts';
import type { Random } from '../generate/random.ts';
import type { Target } from './target.ts';

/** Smaller than the largest original file of a bundle, which would take longer to make than to read. */
const BOMB_BYTES = 60 * 1024 ** 2;

const contentFor = (random: Random): Buffer =>
  random.pick<() => Buffer>([
    () => random.bytes(random.int(300)),
    () => Buffer.alloc(random.int(10_000)),
    () => Buffer.alloc(0),
    () => Buffer.alloc(random.chance(0.01) ? BOMB_BYTES : 1),
  ])();

/** Mostly the true value, sometimes a value beside it or at the edge of what the contract permits. */
const nearly = (random: Random, value: number): number =>
  random.chance(0.05) ? random.pick([0, 1, value + 1, Math.max(0, value - 1), 16 * 1024 ** 2]) : value;

interface Packed {
  entry: BundleEntry;
  payload: Buffer;
}

const pack = (random: Random, offset: number): Packed => {
  const content = contentFor(random);
  const method = random.pick(['deflate', 'deflate', 'stored'] as const);
  const whole = method === 'stored' ? content : deflateRawSync(content, { level: 1 });
  const payload = random.chance(0.15) ? mutate(whole, random) : whole;
  const entry: BundleEntry = {
    offset: nearly(random, offset),
    sentBytes: nearly(random, payload.length),
    method,
    sizeBytes: nearly(random, content.length),
    crc32: random.chance(0.03) ? random.int(2 ** 31) : crc32(content),
    sha256: random.chance(0.03) ? '00'.repeat(32) : hash('sha256', content),
  };
  return { entry, payload };
};

/** The declarations as a line of JSON, then the bundle. */
const make = (random: Random): Buffer => {
  const packed: Packed[] = [];
  let offset = 0;
  for (let left = 1 + random.int(6); left > 0; left -= 1) {
    const one = pack(random, offset);
    packed.push(one);
    offset += one.payload.length;
  }
  const bundle = Buffer.concat(packed.map(({ payload }) => payload));
  const sent = random.chance(0.1) ? bundle.subarray(0, random.int(bundle.length + 1)) : bundle;
  return Buffer.concat([Buffer.from(`${JSON.stringify(packed.map(({ entry }) => entry))}\n`), sent]);
};

/**
 * Reads the files of a bundle with false declarations. Every file that is read must equal its declaration.
 */
export const bundle: Target = {
  make,
  async run(bytes) {
    const line = bytes.indexOf('\n');
    const entries = JSON.parse(bytes.toString('utf8', 0, line)) as BundleEntry[];
    const folder = await mkdtemp(join(tmpdir(), 'snimok-fuzz-'));
    try {
      const path = join(folder, 'bundle');
      await writeFile(path, bytes.subarray(line + 1));
      await compare(path, entries);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const compare = async (path: string, entries: BundleEntry[]): Promise<void> => {
  const file = await open(path);
  try {
    let at = 0;
    for await (const { content } of readBundle(file, entries)) {
      const declared = entries[at++];
      if (content.length !== declared?.sizeBytes || hash('sha256', content) !== declared.sha256)
        throw new Error('a file differs from its declaration');
    }
    if (at !== entries.length) throw new Error('a file is missing');
  } catch (cause) {
    if (!(cause instanceof BrokenBundle)) throw cause;
  } finally {
    await file.close();
  }
};
