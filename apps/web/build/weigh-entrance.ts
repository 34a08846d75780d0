import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What it weighs and a little: people should be asked for 110 kB of compressed JS and CSS at the very most. */
const LIMIT_BYTES = 98_000;

/** Says what the sign-in page weighs, and warns when it grows too heavy. Runs after the assets are compressed. */
export function weighEntrance(): Plugin {
  let outDir = 'dist';
  return {
    name: 'weigh-entrance',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const html = await readFile(join(outDir, 'index.html'), 'utf8');
        const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
          ([, path]) => path!,
        );
        const sizes = await Promise.all(paths.map((path) => sizeOf(join(outDir, path))));
        const total = sizes.reduce((sum, size) => sum + size, 0);
        const line = `sign-in page: ${(total / 1000).toFixed(1)} kB of JS and CSS in brotli (limit ${LIMIT_BYTES / 1000})`;
        if (total > LIMIT_BYTES) this.warn(line);
        else this.info(line);
      },
    },
  };
}

const sizeOf = (path: string) =>
  stat(`${path}.br`)
    .catch(() => stat(path))
    .then(({ size }) => size);
