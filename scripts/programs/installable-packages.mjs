import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { baseOptions, ownArchitecture, writeDebianBase } from '../packaging/debian-base.mjs';
import { SUITE } from '../packaging/image.mjs';
import { findRelease, output } from '../packaging/contents.mjs';
import { buildPackages, PROGRAMS } from '../packaging/packages.mjs';
import { ownSystem, writeUploadPrograms } from '../packaging/upload-programs.mjs';
import { requirePrograms } from './debian.mjs';
import { node, root } from './toolchain.mjs';

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'snimok', 'engines');

/** The Debian on which tests install the package. The image has the next one, so both are started. */
const BARE = 'bookworm';

/** The root folder of a Debian, made once: tests need no security updates. */
const findBase = async (suite) => {
  const hash = createHash('sha256').update(baseOptions().join('\n')).digest('hex').slice(0, 12);
  const file = join(cache, `debian-${suite}-${hash}.tar`);
  if (existsSync(file)) return file;
  process.stdout.write(`Making a root folder of Debian ${suite} (once, a minute) …\n`);
  mkdirSync(cache, { recursive: true });
  await writeDebianBase(file, { suite, time: 0 });
  return file;
};

/** Makes a key for releases in a folder; returns its path. */
const makeKey = async (folder) => {
  mkdirSync(folder, { recursive: true });
  const key = join(folder, 'release.key');
  const program = join(root, 'scripts/update/release-key.ts');
  await output(node, ['--disable-warning=ExperimentalWarning', program, key]);
  return key;
};

/** Builds the upload program that a portal built one commit later offers; returns its folder. */
const buildLaterProgram = async (out, key, systems) => {
  const folder = join(out, 'later-programs');
  mkdirSync(folder);
  copyFileSync(join(root, PROGRAMS, 'snimok.json'), join(folder, 'snimok.json'));
  const release = await findRelease();
  const version = release.version.replace(/\+(\d+)\./, (_, count) => `+${Number(count) + 1}.`);
  await writeUploadPrograms(folder, { systems, key, version });
  return folder;
};

/**
 * Builds the Debian package and the image of this checkout; returns their paths: PACKAGE, IMAGE and DEBIAN_ROOT, and the folder with a later
 * upload program, LATER_PROGRAMS.
 */
export const preparePackages = async () => {
  await requirePrograms([
    { program: '/usr/bin/mmdebstrap', name: 'mmdebstrap' },
    { program: '/usr/bin/crun', name: 'crun' },
    { program: '/usr/bin/llvm-strip', name: 'llvm' },
  ]);
  const out = join(root, 'test-results/packages');
  // those of earlier commits
  rmSync(out, { recursive: true, force: true });
  const key = await makeKey(out);
  const options = {
    arch: ownArchitecture(),
    out,
    image: true,
    base: findBase(SUITE),
    level: 1,
    systems: [ownSystem()],
    key,
  };
  // Debian's mirror is slow, so everything is downloaded at the same time
  const [DEBIAN_ROOT, { deb, image }] = await Promise.all([findBase(BARE), buildPackages(options)]);
  const LATER_PROGRAMS = await buildLaterProgram(out, key, options.systems);
  return { DEBIAN_ROOT, PACKAGE: deb, IMAGE: image, LATER_PROGRAMS };
};
