import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { HashReply, HashTask } from './hash-tasks.ts';

/** The thread that computes checksums; `file-hash.ts` starts it. It parses nothing. */
const hashes = new Map<number, Hash>();

parentPort?.on('message', ({ id, algorithm, bytes, isLast }: HashTask) => {
  const hash = hashes.get(id) ?? createHash(algorithm);
  hash.update(bytes);
  if (isLast) hashes.delete(id);
  else hashes.set(id, hash);
  const { buffer: piece, length: takenBytes } = bytes;
  const reply: HashReply = { id, piece, takenBytes, digest: isLast ? hash.digest() : null };
  parentPort?.postMessage(reply, [piece]);
});
