import { publicKey } from '@snimok/releases/keys';
import { ProgramRelease } from '@snimok/releases/program-release';
import { isSignedBy, RELEASE, SIGNATURE } from '@snimok/releases/signature';
import { isNewer } from '@snimok/releases/version';
import { sentences } from './sentences.ts';
import { UpdateProblem } from './update-problem.ts';

/** The running program and the portal that it asks. */
export interface Installed {
  portal: string;
  version: string;
  /** PEM text */
  releaseKey: string;
  /** `windows-x64`, `macos-arm64`, `linux-x64` */
  system: string;
}

/** A newer version of the program. */
export interface Offer {
  version: string;
  url: string;
  sizeBytes: number;
  sha256: string;
}

/** Longer answers are not descriptions or signatures. */
const MAX_BYTES = 64 * 1024;
const ANSWER_MS = 60_000;

export const ownSystem = (platform: string = process.platform, arch: string = process.arch): string =>
  `${{ win32: 'windows', darwin: 'macos' }[platform] ?? platform}-${arch}`;

/** The portal offers the programs to everybody, so the request has no token. */
const addressOf = (portal: string, name: string) => new URL(`/programs/${encodeURIComponent(name)}`, portal);

const read = async (portal: string, name: string): Promise<Buffer> => {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    const reply = await fetch(addressOf(portal, name), { signal, cache: 'no-store' });
    if (reply.status >= 500) throw new Error(`status ${reply.status}`);
    // a portal without the file answers with its start page
    const isPage = reply.headers.get('content-type')?.includes('html');
    if (!reply.ok || !reply.body || isPage) throw new UpdateProblem(sentences.notOffered);
    for await (const part of reply.body) {
      parts.push(part);
      sizeBytes += part.length;
      if (sizeBytes > MAX_BYTES) throw new UpdateProblem(sentences.unknownFormat);
    }
  } catch (cause) {
    if (cause instanceof UpdateProblem) throw cause;
    throw new UpdateProblem(sentences.portalSilent, { isTemporary: true, cause });
  }
  return Buffer.concat(parts);
};

const parsed = (bytes: Buffer): ProgramRelease => {
  try {
    return ProgramRelease.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new UpdateProblem(sentences.unknownFormat, { cause });
  }
};

/** The description of the programs that the portal offers. Nothing of it is parsed before its signature is verified. */
const findRelease = async ({ portal, releaseKey }: Installed): Promise<ProgramRelease> => {
  const bytes = await read(portal, RELEASE);
  const signature = await read(portal, SIGNATURE);
  if (!isSignedBy(bytes, signature.toString('utf8'), publicKey(releaseKey, 'build.json')))
    throw new UpdateProblem(sentences.wrongSignature);
  return parsed(bytes);
};

/**
 * Asks the portal for a newer version of the program; null if there is none. Throws an UpdateProblem if the portal has to be
 * distrusted, or offers none for this system.
 */
export const findOffer = async (installed: Installed): Promise<Offer | null> => {
  const { portal, version, system } = installed;
  const release = await findRelease(installed);
  if (release.version === version) return null;
  // an older release is signed as well: a portal that was broken into could bring back a version with known faults
  if (!isNewer(release.version, version)) throw new UpdateProblem(sentences.older(release.version));
  const file = release.files.find((one) => one.system === system);
  if (!file) throw new UpdateProblem(sentences.noSystem(system, release.version));
  const { name, sizeBytes, sha256 } = file;
  return { version: release.version, url: addressOf(portal, name).href, sizeBytes, sha256 };
};
