import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterBuild } from './after-build.ts';

/**
 * The current size plus a small margin. The sign-in page must never exceed 110 kB of compressed JS and CSS.
 */
const LIMIT_BYTES = 99_000;

/** Logs the size of the sign-in page and warns above the limit. Runs after the assets are compressed. */
export const checkSignInSize = () =>
  afterBuild('check-sign-in-size', async (outDir, log) => {
    const html = await readFile(join(outDir, 'index.html'), 'utf8');
    const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, path]) => path!,
    );
    const sizes = await Promise.all(paths.map((path) => sizeOf(join(outDir, path))));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const line = `sign-in page: ${(total / 1000).toFixed(1)} kB of JS and CSS in brotli (limit ${LIMIT_BYTES / 1000})`;
    if (total > LIMIT_BYTES) log.warn(line);
    else log.info(line);
  });

const sizeOf = (path: string) =>
  stat(`${path}.br`)
    .catch(() => stat(path))
    .then(({ size }) => size);
