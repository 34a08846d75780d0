import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from './programs.ts';
import type { Release, ReleaseFile } from '../../apps/server/src/platform/releases/release.ts';
import { RELEASE, SIGNATURE, signatureOf } from '../../packages/releases/src/signature.ts';

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/** The fields of a package, as `Version`. */
const fieldsOf = async (path: string): Promise<Map<string, string>> => {
  const text = await run('dpkg-deb', ['--field', path, 'Version', 'Architecture', 'Installed-Size']);
  return new Map(text.split('\n').map((line) => line.split(': ') as [string, string]));
};

const describe = async (folder: string, name: string): Promise<ReleaseFile & { version: string }> => {
  const path = join(folder, name);
  const fields = await fieldsOf(path);
  return {
    name,
    version: fields.get('Version') ?? '',
    arch: fields.get('Architecture') ?? '',
    sizeBytes: (await stat(path)).size,
    unpackedBytes: Number(fields.get('Installed-Size')) * 1024,
    sha256: await hashOf(path),
  };
};

/** Writes `release.json` and its signature beside the packages of a folder, which are all of one version. */
export const writeRelease = async (
  folder: string,
  facts: Omit<Release, 'version' | 'files'>,
  key: KeyObject,
): Promise<Release> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.deb')).toSorted();
  const described = await Promise.all(names.map((name) => describe(folder, name)));
  const [version, ...others] = new Set(described.map((file) => file.version));
  if (!version || others.length > 0)
    throw new Error(`${folder} must contain packages of one version; it has ${described.length} packages.`);
  const files = described.map(({ version: _version, ...file }) => file);
  const release: Release = { version, ...facts, files };
  const bytes = Buffer.from(`${JSON.stringify(release, null, 2)}\n`);
  await writeFile(join(folder, RELEASE), bytes);
  await writeFile(join(folder, SIGNATURE), signatureOf(bytes, key));
  return release;
};
