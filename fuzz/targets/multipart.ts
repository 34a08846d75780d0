import {
  BrokenMultipart,
  readParts,
} from '../../apps/server/src/reception/dicom-receiving/multipart-related.ts';
import { BOUNDARY, multipartBody } from '../generate/multipart.ts';
import type { Random } from '../generate/random.ts';
import type { Target } from './target.ts';

const part = (random: Random): Buffer =>
  random.pick([
    () => random.bytes(random.int(300)),
    () => Buffer.from(`\r\n--${BOUNDARY.slice(0, random.int(BOUNDARY.length))}`.repeat(random.int(50))),
    () => Buffer.alloc(random.int(100_000), '\r\n--'),
  ])();

/** Chunks of one size, as a slow or hostile sender divides a body. */
async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The parts of a body as text; if the body is broken, `broken` stands for the rest. */
const read = async (bytes: Buffer, size: number): Promise<string[]> => {
  const found: string[] = [];
  try {
    for await (const { headers, body } of readParts(inChunks(bytes, size), BOUNDARY)) {
      found.push(JSON.stringify([...headers]));
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(chunk);
      found.push(Buffer.concat(chunks).toString('latin1'));
    }
  } catch (cause) {
    if (!(cause instanceof BrokenMultipart)) throw cause;
    found.push('broken');
  }
  return found;
};

/** A body has the same parts, however it is divided into chunks. */
export const multipart: Target = {
  make: (random) =>
    multipartBody(
      Array.from({ length: random.int(4) }, () => part(random)),
      random,
    ),
  async run(bytes) {
    const whole = await read(bytes, Math.max(1, bytes.length));
    for (const size of [7, 1000]) {
      const divided = await read(bytes, size);
      if (JSON.stringify(divided) !== JSON.stringify(whole))
        throw new Error(`chunks of ${size} bytes give other parts`);
    }
  },
};
