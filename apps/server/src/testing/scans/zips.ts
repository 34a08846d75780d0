import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { writeZip } from '../../platform/zip/zip-writer.ts';
import type { FileToSend } from './sending.ts';

/** A ZIP with these files. */
export const zipOf = async (files: FileToSend[]): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-zip-'));
  try {
    const written = files.map(({ filename, bytes }, i) => ({
      name: filename,
      path: join(folder, String(i)),
      bytes,
    }));
    for (const { path, bytes } of written) await writeFile(path, bytes);
    const zip = join(folder, 'all.zip');
    await writeZip(zip, written);
    return await readFile(zip);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** The files of a ZIP by name, read with a library other than the one that writes the portal's ZIPs. */
export const filesIn = async (zip: Buffer): Promise<Map<string, Buffer>> => {
  const opened = await fromBufferPromise(zip, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of opened.eachEntry()) {
    files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
  }
  return files;
};
