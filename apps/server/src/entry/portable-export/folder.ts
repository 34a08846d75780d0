import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasCode, nullWhenMissing } from '../../platform/outside/storage/disk-errors.ts';
import { outputFolder } from '../../platform/parsers/take-output.ts';
import { type FileOfExport, FILES, MANIFEST, Manifest, parseFileOfExport } from './lists.ts';
import { ExportProblem } from './problem.ts';

/** In the folder of an unfinished export only: files that are being written. */
const WORK = '.unfinished';
const PRIVATE = { mode: 0o600 };

type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The size and the SHA-256 of a file; null if it is missing. */
export const measureFile = async (path: string): Promise<Omit<FileOfExport, 'path'> | null> => {
  const found = await lstat(path).catch(nullWhenMissing);
  if (!found?.isFile()) return null;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { sizeBytes: found.size, sha256: hash.digest('hex') };
};

/** The folder of an export that is being written. A killed export leaves it, and the next one continues in it. */
export class ExportFolder {
  readonly path: string;
  /** for files that are no part of the export */
  readonly work: string;
  /** files that an earlier run has left complete, and which were not written again */
  kept = 0;
  readonly #list: LineFile;
  #count = 0;
  #bytes = 0;

  private constructor(path: string, work: string) {
    this.path = path;
    this.work = work;
    this.#list = new LineFile(join(work, FILES));
  }

  /** Opens a new folder, an empty one, or the folder of an unfinished export. */
  static async open(folder: string): Promise<ExportFolder> {
    const path = resolve(folder);
    const work = join(path, WORK);
    await mkdir(path, { recursive: true, mode: 0o700 });
    const names = await readdir(path);
    if (names.includes(MANIFEST))
      throw new ExportProblem(`${path} has a complete export: choose another folder, or remove it.`);
    if (names.length > 0 && !names.includes(WORK))
      throw new ExportProblem(`${path} is not empty and has no unfinished export: choose another folder.`);
    await mkdir(work, { recursive: true, mode: 0o700 });
    await chmod(path, 0o700);
    for (const name of await readdir(work)) await rm(join(work, name), { recursive: true, force: true });
    await mkdir(outputFolder(work), { mode: 0o700 });
    return new ExportFolder(path, work);
  }

  /**
   * Writes a file of the export, under another name first, so that a killed export leaves no incomplete file. A file that
   * has `expected` already is not written again.
   * @throws ContentDiffers if the content is not what was expected
   */
  async write(
    path: string,
    content: () => Content | Promise<Content>,
    expected?: { sha256: string },
  ): Promise<FileOfExport> {
    const target = join(this.path, path);
    if (expected) {
      const found = await measureFile(target);
      if (found?.sha256 === expected.sha256) {
        this.kept += 1;
        return this.#add({ path, ...found });
      }
    }
    const incoming = join(this.work, randomUUID());
    const hash = createHash('sha256');
    const file = createWriteStream(incoming, { ...PRIVATE, flags: 'wx' });
    const hashed = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    try {
      await pipeline(Readable.from(await content(), { objectMode: false }), hashed, file);
      const sha256 = hash.digest('hex');
      if (expected && expected.sha256 !== sha256) throw new ContentDiffers(path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(incoming, target);
      return await this.#add({ path, sizeBytes: file.bytesWritten, sha256 });
    } catch (cause) {
      await rm(incoming, { force: true });
      throw cause;
    }
  }

  async #add(file: FileOfExport): Promise<FileOfExport> {
    this.#count += 1;
    this.#bytes += file.sizeBytes;
    await this.#list.add(file);
    return file;
  }

  /**
   * Removes files that an earlier run has written and this one has not, such as the files of a study that was deleted
   * since.
   */
  async #removeUnlisted(): Promise<void> {
    for await (const path of listUnlisted(this.path, this.#count)) await rm(join(this.path, path));
  }

  /** Removes what an earlier run has left in a folder of the export, apart from these names. */
  async keepOnly(folder: string, names: ReadonlySet<string>): Promise<void> {
    const path = join(this.path, folder);
    for (const name of (await readdir(path).catch(nullWhenMissing)) ?? [])
      if (!names.has(name)) await rm(join(path, name), { recursive: true, force: true });
  }

  /** Writes the list and the manifest, which makes the export complete. */
  async finish(manifest: Omit<Manifest, 'format' | 'files'>): Promise<Manifest> {
    const { sha256, path } = await this.#list.end();
    await rename(path, join(this.path, FILES));
    await this.#removeUnlisted();
    const files = { count: this.#count, bytes: this.#bytes, sha256 };
    const whole: Manifest = { format: 'snimok-export/1', ...manifest, files };
    const incoming = join(this.work, MANIFEST);
    await writeFile(incoming, `${JSON.stringify(whole, null, 2)}\n`, { ...PRIVATE, flush: true });
    await rename(incoming, join(this.path, MANIFEST));
    await rm(this.work, { recursive: true });
    const folder = await open(this.path, 'r');
    await folder.sync().finally(() => folder.close());
    return whole;
  }
}

/** Whether a folder has files that its list does not name; reads the list only if the numbers differ. */
const hasUnlisted = async (folder: string, count: number): Promise<boolean> => {
  let found = 0;
  for await (const _ of walkFiles(folder)) found += 1;
  return found !== count;
};

/**
 * The files that the list does not name, as paths relative to the folder.
 * @param count how many files of the list exist
 */
export async function* listUnlisted(folder: string, count: number): AsyncGenerator<string> {
  if (!(await hasUnlisted(folder, count))) return;
  const listed = new Set<string>();
  for await (const { path } of listFiles(folder)) listed.add(path);
  for await (const path of walkFiles(folder)) if (!listed.has(path)) yield path;
}

/** The files below a folder, except the manifest, the list and files of work, as paths relative to the folder. */
async function* walkFiles(folder: string, below = ''): AsyncGenerator<string> {
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (path === WORK || path === FILES || path === MANIFEST) continue;
    if (entry.isDirectory()) yield* walkFiles(folder, path);
    else yield path;
  }
}

/** The store has other bytes than the database says. */
export class ContentDiffers extends Error {
  override name = 'ContentDiffers';
}

/** A file with a line of JSON for each value. */
export class LineFile {
  readonly path: string;
  readonly #hash = createHash('sha256');
  #lines: string[] = [];

  constructor(path: string) {
    this.path = path;
  }

  async add(value: object): Promise<void> {
    this.#lines.push(`${JSON.stringify(value)}\n`);
    if (this.#lines.length >= 1000) await this.#flush();
  }

  async #flush(): Promise<void> {
    const text = this.#lines.join('');
    this.#lines = [];
    this.#hash.update(text);
    await writeFile(this.path, text, { ...PRIVATE, flag: 'a' });
  }

  async end(): Promise<{ path: string; sha256: string }> {
    await this.#flush();
    return { path: this.path, sha256: this.#hash.digest('hex') };
  }
}

export async function* readLines(path: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
    if (line !== '') yield line;
}

/** @throws ExportProblem unless the folder has a complete export of a known format */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const path = join(resolve(folder), MANIFEST);
  const lines: string[] = [];
  try {
    for await (const line of readLines(path)) lines.push(line);
  } catch (cause) {
    if (!hasCode(cause, 'ENOENT', 'ENOTDIR')) throw cause;
    throw new ExportProblem(`${folder} has no complete export: ${MANIFEST} is missing.`);
  }
  const parsed = Manifest.safeParse(JSON.parse(lines.join('\n')));
  if (!parsed.success) throw new ExportProblem(`${path} was written by another version of the portal.`);
  return parsed.data;
};

/** The files of an export by its list. A path that leaves the folder is refused. */
export async function* listFiles(folder: string): AsyncGenerator<FileOfExport> {
  for await (const line of readLines(join(resolve(folder), FILES))) {
    const file = parseFileOfExport(line);
    assertInside(file.path);
    yield file;
  }
}

export const assertInside = (path: string): void => {
  const isInside =
    path !== '' && !/[\\\0]/.test(path) && path.split('/').every((part) => !/^\.{0,2}$/.test(part));
  if (!isInside) throw new ExportProblem('The export names a file outside of its folder: do not use it.');
};
