import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { afterBuild } from './after-build.ts';

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|wasm)$/;
/** A smaller response fits one network packet uncompressed. */
const MIN_BYTES = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Writes a `.br` and a `.gz` file beside each compressible asset, so that the server does not compress at run
 * time.
 */
export const compressAssets = () =>
  afterBuild('compress-assets', async (outDir) => {
    const names = await readdir(outDir, { recursive: true });
    await Promise.all(
      names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(outDir, name))),
    );
  });

async function compress(path: string) {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${path}.br`, await toBrotli(bytes, { params }));
  await writeFile(`${path}.gz`, await toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }));
}
