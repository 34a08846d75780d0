import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { FileHash } from './file-hash.ts';

const PIECE = 512 * 1024;

/** Hashes the bytes in chunks, which are overwritten as soon as the hash has taken them. */
const hashOf = async (algorithm: 'md5' | 'sha256', bytes: Buffer, chunkBytes: number): Promise<string> => {
  const hash = new FileHash(algorithm);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = Buffer.from(bytes.subarray(at, at + chunkBytes));
    await hash.update(chunk);
    chunk.fill(0);
  }
  return (await hash.digest()).toString('hex');
};

test('files that are hashed at the same time get the checksums of their own bytes', async () => {
  const sizes = [0, 1, PIECE - 1, PIECE, 3 * PIECE + 5, 20 * PIECE];
  const files = sizes.map((size) => randomBytes(size));
  for (const algorithm of ['md5', 'sha256'] as const) {
    const found = await Promise.all(files.map((bytes, at) => hashOf(algorithm, bytes, 64 * 1024 + at)));
    expect(found).toEqual(files.map((bytes) => createHash(algorithm).update(bytes).digest('hex')));
  }
});

test('a file that is abandoned does not change the checksum of the next one', async () => {
  const abandoned = new FileHash('sha256');
  await abandoned.update(randomBytes(2 * PIECE + 1));
  abandoned.abandon();
  const bytes = randomBytes(1000);
  expect(await hashOf('sha256', bytes, 100)).toBe(createHash('sha256').update(bytes).digest('hex'));
});
