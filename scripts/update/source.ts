import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from './release.ts';

/** Larger files are not descriptions or signatures. */
const MOST_BYTES = 1024 ** 2;
/** A server that sends nothing for so long has failed. */
const SILENT_MS = 60_000;

/** Where a release is read: a folder or a web server. */
export interface Source {
  /** Reads a small file. */
  read(name: string): Promise<Buffer>;
  open(name: string): Promise<AsyncIterable<Buffer>>;
}

const tooLarge = (name: string) => new Refusal(`${name} is too large.`);

const folderSource = (folder: string): Source => ({
  async read(name) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found) throw new Refusal(`${path} is missing or cannot be read.`);
    if (found.size > MOST_BYTES) throw tooLarge(path);
    return readFile(path);
  },
  open: async (name) => createReadStream(join(folder, name)),
});

/** Ends a body with an error when it is silent. */
const watched = async function* (body: AsyncIterable<Uint8Array>, abort: AbortController) {
  const timer = setTimeout(() => abort.abort(new Error('The server sends nothing.')), SILENT_MS);
  try {
    for await (const part of body) {
      timer.refresh();
      yield Buffer.from(part);
    }
  } finally {
    clearTimeout(timer);
  }
};

const webSource = (address: string): Source => {
  const base = address.endsWith('/') ? address : `${address}/`;
  const open = async (name: string): Promise<AsyncIterable<Buffer>> => {
    const url = new URL(encodeURIComponent(name), base);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new Error('The server does not answer.')), SILENT_MS);
    const response = await fetch(url, { signal: abort.signal }).catch((cause: unknown) => {
      throw new Refusal(`${url} cannot be read.`, { cause });
    });
    clearTimeout(timer);
    if (!response.ok || !response.body) throw new Refusal(`${url}: the server answers ${response.status}.`);
    return watched(response.body, abort);
  };
  return {
    open,
    async read(name) {
      const parts: Buffer[] = [];
      let sizeBytes = 0;
      for await (const part of await open(name)) {
        parts.push(part);
        sizeBytes += part.length;
        if (sizeBytes > MOST_BYTES) throw tooLarge(name);
      }
      return Buffer.concat(parts);
    },
  };
};

/** The release in a folder, or at an address that begins with `http`. The signature protects both. */
export const openSource = (place: string): Source =>
  /^https?:\/\//.test(place) ? webSource(place) : folderSource(place);
