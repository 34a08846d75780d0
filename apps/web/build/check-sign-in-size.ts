import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterBuild } from './after-build.ts';

/** What it weighs and a little: people should be asked for 110 kB of compressed JS and CSS at the very most. */
const LIMIT_BYTES = 98_000;

/** Says what the sign-in page weighs, and warns when it grows too heavy. Runs after the assets are compressed. */
export const checkEntranceSize = () =>
  afterBuild('weigh-entrance', async (outDir, tell) => {
    const html = await readFile(join(outDir, 'index.html'), 'utf8');
    const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, path]) => path!,
    );
    const sizes = await Promise.all(paths.map((path) => sizeOf(join(outDir, path))));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const line = `sign-in page: ${(total / 1000).toFixed(1)} kB of JS and CSS in brotli (limit ${LIMIT_BYTES / 1000})`;
    if (total > LIMIT_BYTES) tell.warn(line);
    else tell.info(line);
  });

const sizeOf = (path: string) =>
  stat(`${path}.br`)
    .catch(() => stat(path))
    .then(({ size }) => size);
