import { createHash } from 'node:crypto';
import type { ListedObject } from './folder.ts';
import type { SavedObjects } from './saved-objects.ts';

export class Damaged extends Error {
  override name = 'Damaged';
}

/** Reads the whole object. Throws `Damaged` if its size or SHA-256 differs from its row. */
export const readChecked = async (
  store: Pick<SavedObjects, 'read'>,
  { key, sizeBytes, sha256 }: ListedObject,
): Promise<{ sizeBytes: number }> => {
  let readBytes = 0;
  for await (const chunk of checked(await store.read(key), sha256)) readBytes += chunk.length;
  if (sizeBytes !== null && readBytes !== sizeBytes) throw new Damaged(key);
  return { sizeBytes: readBytes };
};

/** Copies the bytes, never as a hard link, since a backup must survive damage to the original. Throws `Damaged`. */
export const copyChecked = async (
  from: Pick<SavedObjects, 'head' | 'read'>,
  to: Pick<SavedObjects, 'put'>,
  object: ListedObject,
): Promise<number> => {
  const { key, sha256 } = object;
  const found = await from.head(key);
  if (found && object.sizeBytes !== null && found.sizeBytes !== object.sizeBytes) throw new Damaged(key);
  const source = checked(await from.read(key), sha256);
  const { sizeBytes } = await to.put(key, source, found ?? {});
  return sizeBytes;
};

async function* checked(chunks: AsyncIterable<Buffer>, sha256: string | null): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  // thrown before the stream ends, so that the receiving store discards the object
  if (sha256 !== null && hash.digest('hex') !== sha256) throw new Damaged('wrong SHA-256');
}
