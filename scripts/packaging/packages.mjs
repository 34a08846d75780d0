import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRelease, writeContents } from './contents.mjs';
import { buildDeb } from './deb.mjs';
import { buildImage } from './image.mjs';

/**
 * Builds the Debian package, and with `image` also the image, from the same files; returns their paths `{ deb, image }`. The web
 * app must be built. @param base see `buildImage`. @param level of both compressions, for tests: 1 is the fastest
 */
export const buildPackages = async ({ arch, out, image = false, base, level }) => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-package-'));
  try {
    chmodSync(folder, 0o755);
    await writeContents(folder, arch);
    const release = await findRelease();
    // the image takes only the contents, so the files that buildDeb adds do not matter
    const deb = await buildDeb(folder, { arch, release, out, level });
    return { deb, image: image ? await buildImage(folder, { release, out, base, level }) : undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
