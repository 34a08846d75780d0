import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterBuild } from './after-build.ts';

const TEMPLATE = join(import.meta.dirname, 'service-worker-template.js');

/**
 * Writes `service-worker.js` with the names of the files that it stores: the files of the first screens, which
 * index.html names, and the other chunks. Pictures and WebAssembly are left out, because they are large and rarely
 * used.
 */
export const writeServiceWorker = () =>
  afterBuild('write-service-worker', async (outDir) => {
    const html = await readFile(join(outDir, 'index.html'), 'utf8');
    const shell = [...new Set(html.match(/\/assets\/[\w.~-]+/g) ?? [])];
    const version = /\/assets\/entrance-([\w-]+)\.js/.exec(html)?.[1];
    if (!version) throw new Error('index.html does not name its entrance');
    const names = await readdir(join(outDir, 'assets'));
    const rest = names
      .filter((name) => /\.(js|css|woff2)$/.test(name))
      .map((name) => `/assets/${name}`)
      .filter((path) => !shell.includes(path));
    // the worker is installed again when only index.html has changed
    const page = createHash('sha256').update(html).digest('hex').slice(0, 12);
    const build = JSON.stringify({ version, page, shell, rest });
    const template = await readFile(TEMPLATE, 'utf8');
    await writeFile(
      join(outDir, 'service-worker.js'),
      template.replace('BUILD', () => build),
    );
  });
