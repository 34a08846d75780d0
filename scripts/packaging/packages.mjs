import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRelease, writeContents } from './contents.mjs';
import { buildDeb } from './deb.mjs';
import { buildImage } from './image.mjs';
import { publicKeyOf, writeUploadPrograms } from './upload-programs.mjs';

/** Where a portal has the upload programs that it offers. */
export const PROGRAMS = 'apps/web/dist/programs';

/**
 * Builds the Debian package, and with `image` also the image, from the same files; returns their paths `{ deb, image }`. The web
 * app must be built. @param base see `buildImage`. @param key the file of the private key that signs the upload programs, and
 * the releases by which the package can be updated. @param level of both compressions, for tests: 1 is the fastest
 * @param systems for which the portal offers the upload program as one file; all by default
 */
export const buildPackages = async ({ arch, out, image = false, base, level, key, systems }) => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-package-'));
  try {
    chmodSync(folder, 0o755);
    await writeContents(folder, arch);
    await writeUploadPrograms(join(folder, 'opt/snimok', PROGRAMS), { systems, key });
    const release = await findRelease();
    // first the image: the package moves the contents to the folder of its version
    const imageFile = image ? await buildImage(folder, { release, out, base, level }) : undefined;
    const releaseKey = key && publicKeyOf(key);
    return { deb: await buildDeb(folder, { arch, release, out, level, releaseKey }), image: imageFile };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
