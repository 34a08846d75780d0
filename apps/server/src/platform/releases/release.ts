import type { KeyObject } from 'node:crypto';
import { isSignedBy, RELEASE, SIGNATURE } from '@snimok/releases/signature';
import { isNewer, parseVersion } from '@snimok/releases/version';
import { Refusal } from './failures.ts';
import type { Source } from './source.ts';

/** One package of a release. */
export interface ReleaseFile {
  name: string;
  /** Debian's name of the architecture, such as `amd64` */
  arch: string;
  sizeBytes: number;
  /** the disk space of the installed files */
  unpackedBytes: number;
  sha256: string;
}

/** The content of `release.json`. */
export interface Release {
  version: string;
  commit: string;
  /** the last migration that the version knows, such as `0143_portal_health` */
  newestMigration: string;
  /** the oldest version that can run on the database that this version migrates; null if all versions can */
  oldestVersion: string | null;
  files: ReleaseFile[];
}

/** Debian's names of the architectures. */
const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };
/** Debian's name of the architecture of this machine. */
export const ARCHITECTURE = ARCHITECTURES[process.arch] ?? process.arch;

const isText = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);
const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isFile = (value: unknown): value is ReleaseFile =>
  isObject(value) &&
  // a name of a file in the folder of the release, never a path
  isText(value['name'], /^[A-Za-z0-9][\w.+~-]*\.deb$/) &&
  isText(value['arch'], /^[a-z0-9]+$/) &&
  isText(value['sha256'], /^[0-9a-f]{64}$/) &&
  isSize(value['sizeBytes']) &&
  isSize(value['unpackedBytes']);

const isRelease = (value: unknown): value is Release =>
  isObject(value) &&
  parseVersion(value['version']) !== null &&
  isText(value['commit'], /^[0-9a-f]{7,40}$/) &&
  isText(value['newestMigration'], /^\d{4}_\w+$/) &&
  (value['oldestVersion'] === null || parseVersion(value['oldestVersion']) !== null) &&
  Array.isArray(value['files']) &&
  value['files'].every(isFile);

/**
 * Parses `release.json`. Throws a Refusal unless `signature` (Base64) is a signature of exactly these bytes by the
 * key.
 */
const verifiedRelease = (bytes: Buffer, signature: string, key: KeyObject): Release => {
  if (!isSignedBy(bytes, signature, key))
    throw new Refusal(
      'The signature is wrong: the release was changed, or signed with another key.',
      'signature',
    );
  let read: unknown;
  try {
    read = JSON.parse(bytes.toString('utf8'));
  } catch {
    read = null;
  }
  if (!isRelease(read))
    throw new Refusal(`${RELEASE} is of a format that this version does not know.`, 'format');
  return read;
};

/** The package of a release for this machine. Throws a Refusal if the release must not replace `installed`. */
export const packageFor = (release: Release, installed: string, arch = ARCHITECTURE): ReleaseFile => {
  if (release.version === installed)
    throw new Refusal(`Version ${installed} is installed already.`, 'installed');
  if (!isNewer(release.version, installed))
    throw new Refusal(
      `The release has version ${release.version}, which is older than ${installed}.`,
      'older',
    );
  if (release.oldestVersion !== null && isNewer(release.oldestVersion, installed))
    throw new Refusal(
      `The release replaces version ${release.oldestVersion} or newer, and ${installed} is installed: install a release between them first.`,
      'between',
    );
  const file = release.files.find((one) => one.arch === arch);
  if (!file) throw new Refusal(`The release has no package for ${arch}.`, 'architecture');
  return file;
};

/** Reads the description of the release at a source, signed by `key`. */
export const readRelease = async (source: Source, key: KeyObject): Promise<Release> => {
  const bytes = await source.read(RELEASE);
  const signature = await source.read(SIGNATURE);
  return verifiedRelease(bytes, signature.toString('utf8'), key);
};
