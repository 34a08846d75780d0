import { createHash } from 'node:crypto';
import type { Storage } from '../../platform/outside/storage/storage.ts';
import type { ListedObject } from './folder.ts';

export class Damaged extends Error {
  override name = 'Damaged';
}

/** Reads an object whole; throws when it is not what its row says. */
export const readChecked = async (
  store: Storage,
  { key, sizeBytes, sha256 }: ListedObject,
): Promise<{ sizeBytes: number }> => {
  let readBytes = 0;
  for await (const chunk of checked(await store.read(key), sha256)) readBytes += chunk.length;
  if (sizeBytes !== null && readBytes !== sizeBytes) throw new Damaged(key);
  return { sizeBytes: readBytes };
};

/** Copies the bytes themselves, never as a second name of the same file: a copy is for the day the first is damaged. */
export const copyChecked = async (from: Storage, to: Storage, object: ListedObject): Promise<number> => {
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
  // before the end, so that the store that takes them keeps nothing
  if (sha256 !== null && hash.digest('hex') !== sha256) throw new Damaged('the SHA-256 is another');
}
