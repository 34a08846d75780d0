import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { hasCode } from '../../platform/outside/storage/disk-errors.ts';
import { ageDecrypted, ageEncrypted } from './age/age.ts';
import type { Identity } from './age/keys.ts';
import { BackupProblem } from './problem.ts';
import { type BackupKeys, ENCRYPTED } from './saved-objects.ts';

const SavedFile = z.object({ file: z.string(), sizeBytes: z.number(), sha256: z.string() });
export type SavedFile = z.infer<typeof SavedFile>;

/** The description of a backup. It is written last, so that a folder with a manifest is a complete backup. */
const Manifest = z.object({
  /** 1: not encrypted, which earlier versions can read; 2: encrypted to recipients. */
  format: z.union([z.literal(1), z.literal(2)]),
  /** The public keys of age to which rows, jobs, the secret and objects are encrypted. */
  recipients: z.array(z.string()).optional(),
  takenAt: z.iso.datetime(),
  /** Fingerprint of the portal's secret. It identifies the portal, and a restore verifies the secret with it. */
  secretPrint: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(SavedFile.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
  jobs: SavedFile.extend({ rows: z.number() }),
  objects: SavedFile.extend({ rows: z.number() }),
});
export type Manifest = z.infer<typeof Manifest>;

const MANIFEST = 'manifest.json';
const SECRET = 'secret';
const PARTIAL = '.partial';

const backupsIn = (folder: string) => join(resolve(folder), 'backups');

/** The complete backups in a folder, oldest first; their names are the times at which they were made. */
export const listBackups = async (folder: string): Promise<string[]> => {
  const names = await readdir(backupsIn(folder)).catch((cause) => {
    if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return [];
    throw cause;
  });
  return names.filter((name) => !name.startsWith('.')).sort();
};

export const pathOfBackup = (folder: string, name: string) => join(backupsIn(folder), name);

export const readManifest = async (path: string): Promise<Manifest> => {
  const text = await readFile(join(path, MANIFEST), 'utf8');
  const parsed = Manifest.safeParse(JSON.parse(text));
  if (!parsed.success) throw new BackupProblem(`${path} was written by another version of the portal.`);
  return parsed.data;
};

/** Creates the folder of an unfinished backup, and removes what a killed one left. */
export const beginBackup = async (folder: string): Promise<string> => {
  const partial = join(backupsIn(folder), PARTIAL);
  await discardUnfinished(folder);
  await mkdir(partial, { recursive: true, mode: 0o700 });
  return partial;
};

/** Removes an unfinished backup. The copies of objects stay, and the next backup uses them. */
export const discardUnfinished = (folder: string): Promise<void> =>
  rm(join(backupsIn(folder), PARTIAL), { recursive: true, force: true });

/** Makes the backup visible by an atomic rename, synced so that it survives a power failure. */
export const finishBackup = async (folder: string, partial: string, manifest: Manifest): Promise<string> => {
  const options = { mode: 0o600, flush: true };
  await writeFile(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, options);
  await syncFolder(partial);
  const path = pathOfBackup(folder, manifest.takenAt.replaceAll(':', '-'));
  await rename(partial, path);
  await syncFolder(backupsIn(folder));
  return path;
};

/** Renames the folder first, so that an interrupted removal leaves nothing that looks like a complete backup. */
export const removeBackup = async (folder: string, name: string): Promise<void> => {
  const removedPath = join(backupsIn(folder), `.going-${name}`);
  await rename(pathOfBackup(folder, name), removedPath);
  await rm(removedPath, { recursive: true, force: true });
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
};

export const writeSecret = (path: string, secret: string, keys: BackupKeys | null): Promise<void> => {
  const text = `${secret}\n`;
  const options = { mode: 0o600, flush: true };
  if (!keys) return writeFile(join(path, SECRET), text, options);
  const content = ageEncrypted(keys.recipients ?? [], Readable.from([Buffer.from(text)]));
  return writeFile(join(path, `${SECRET}${ENCRYPTED}`), content, options);
};

/** The secret in a backup; null if the portal gets its secret from a setting. */
export const readSecret = async (path: string, identities: readonly Identity[]): Promise<string | null> => {
  try {
    const isEncrypted = (await readdir(path)).includes(`${SECRET}${ENCRYPTED}`);
    if (isEncrypted)
      return (await text(await ageDecrypted(join(path, `${SECRET}${ENCRYPTED}`), identities))).trim();
    return (await readFile(join(path, SECRET), 'utf8')).trim();
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return null;
    throw cause;
  }
};

/**
 * Compresses a stream into a file of the backup, encrypted if keys are given, and returns its size and hash for the
 * manifest.
 */
export const saveStream = async (
  path: string,
  name: string,
  source: Readable,
  keys: BackupKeys | null,
): Promise<SavedFile> => {
  const file = keys ? `${name}${ENCRYPTED}` : name;
  const hash = createHash('sha256');
  const target = createWriteStream(join(path, file), { flags: 'wx', mode: 0o600, flush: true });
  const content = async function* (compressed: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    for await (const chunk of keys ? ageEncrypted(keys.recipients ?? [], compressed) : compressed) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(source, createGzip({ level: 1 }), content, target);
  return { file, sizeBytes: target.bytesWritten, sha256: hash.digest('hex') };
};

/** Throws unless all files of a backup have the size and hash of the manifest. */
export const checkFiles = async (path: string, { tables, jobs, objects }: Manifest): Promise<void> => {
  for (const { file, sizeBytes, sha256 } of [...tables, jobs, objects]) {
    const found = await stat(join(path, file)).catch(() => null);
    const hash = createHash('sha256');
    if (found?.size === sizeBytes) {
      for await (const chunk of createReadStream(join(path, file))) hash.update(chunk);
      if (hash.digest('hex') === sha256) continue;
    }
    throw new BackupProblem(
      `The backup is damaged: ${file} is not as it was written. Choose an earlier backup.`,
    );
  }
};

export const openSaved = async (
  path: string,
  { file }: SavedFile,
  identities: readonly Identity[] = [],
): Promise<Readable> => {
  const unpacked = createGunzip();
  const saved: Readable = file.endsWith(ENCRYPTED)
    ? await ageDecrypted(join(path, file), identities)
    : createReadStream(join(path, file));
  saved.on('error', (cause) => unpacked.destroy(cause)).pipe(unpacked);
  return unpacked;
};

export interface ListedObject {
  store: 'warm' | 'cold';
  key: string;
  sizeBytes: number | null;
  sha256: string | null;
  /** False for a file of an upload that is still being sent. */
  isComplete: boolean;
}

/** The objects of a backup, from a file in PostgreSQL's COPY text format (`\N` is null). */
export async function* listSavedObjects(path: string, list: SavedFile): AsyncGenerator<ListedObject> {
  for await (const line of createInterface({ input: await openSaved(path, list) })) {
    const [store, key = '', size = '', sha256 = '', isComplete] = line.split('\t');
    yield {
      store: store === 'cold' ? 'cold' : 'warm',
      key,
      sizeBytes: size === '\\N' ? null : Number(size),
      sha256: sha256 === '\\N' ? null : sha256,
      isComplete: isComplete === 't',
    };
  }
}
