import { open } from 'node:fs/promises';
import { MAX_ATTACHMENT_BYTES } from '@snimok/contract/messaging/messenger-attachments';
import { Problem } from '../../../platform/errors/errors.ts';
import { writeWhole } from '../../../platform/outside/storage/write-whole.ts';
import { sentences } from './sentences.ts';
import { SNIFFED_BYTES } from './sniff.ts';

/**
 * Writes a body to a new file and returns its first bytes.
 * @throws Problem 413
 */
export const stageBody = async (
  path: string,
  body: AsyncIterable<Buffer>,
): Promise<{ sizeBytes: number; head: Buffer }> => {
  let bytes = 0;
  let head = Buffer.alloc(0);
  async function* counted() {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > MAX_ATTACHMENT_BYTES) throw new Problem(413, sentences.tooLarge);
      if (head.length < SNIFFED_BYTES) head = Buffer.concat([head, chunk]).subarray(0, SNIFFED_BYTES);
      yield chunk;
    }
  }
  const file = await open(path, 'wx', 0o600);
  try {
    return { sizeBytes: await writeWhole(file, counted()), head };
  } finally {
    await file.close();
  }
};
