import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { Refusal } from './failures.ts';

/** Larger files are not descriptions or signatures. */
const MOST_BYTES = 1024 ** 2;
/** A server that sends nothing for this long has failed. */
const SILENT_MS = 60_000;

/** Where a release is read: a folder or a web server. */
export interface Source {
  /** Reads a small file. */
  read(name: string): Promise<Buffer>;
  open(name: string): Promise<AsyncIterable<Buffer>>;
}

/** Whether the text can be the setting UPDATE_SOURCE: an absolute folder, or an https address without a password. */
export const isUpdateSource = (text: string): boolean => {
  if (!URL.canParse(text)) return isAbsolute(text) && !text.includes('\0');
  const { protocol, username, password, search, hash } = new URL(text);
  return protocol === 'https:' && `${username}${password}${search}${hash}` === '';
};

const tooLarge = (name: string) => new Refusal(`${name} is too large.`, 'unreadable');

const readSmall = async (name: string, body: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  for await (const part of body) {
    parts.push(part);
    sizeBytes += part.length;
    if (sizeBytes > MOST_BYTES) throw tooLarge(name);
  }
  return Buffer.concat(parts);
};

/** Opens a regular file. Root reads folders that the portal's account may have chosen: a pipe or device would block or never end. */
const openFile = async (path: string): Promise<FileHandle> => {
  const missing = new Refusal(`${path} is missing or cannot be read.`, 'unreadable');
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => {
    throw missing;
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw missing;
};

const folderSource = (folder: string): Source => {
  // the end of the stream closes the file
  const openIn = async (name: string): Promise<AsyncIterable<Buffer>> =>
    (await openFile(join(folder, name))).createReadStream();
  return { open: openIn, read: async (name) => readSmall(name, await openIn(name)) };
};

/** Ends a body with an error if nothing arrives for SILENT_MS. */
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

const webSource = (address: string, signal: AbortSignal | undefined): Source => {
  const base = address.endsWith('/') ? address : `${address}/`;
  const openAt = async (name: string): Promise<AsyncIterable<Buffer>> => {
    const url = new URL(encodeURIComponent(name), base);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new Error('The server does not answer.')), SILENT_MS);
    const either = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal;
    // a redirect could lead root's program to any address inside the network
    const response = await fetch(url, { signal: either, redirect: 'error' })
      .catch((cause: unknown) => {
        throw new Refusal(`${url} cannot be read.`, 'unreadable', { cause });
      })
      .finally(() => clearTimeout(timer));
    if (!response.ok || !response.body)
      throw new Refusal(`${url}: the server answers ${response.status}.`, 'unreadable');
    return watched(response.body, abort);
  };
  return { open: openAt, read: async (name) => readSmall(name, await openAt(name)) };
};

/** The release in a folder, or at an address that begins with `http`; `signal` ends its requests. The signature protects both. */
export const openSource = (place: string, signal?: AbortSignal): Source =>
  /^https?:\/\//.test(place) ? webSource(place, signal) : folderSource(place);
