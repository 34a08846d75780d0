import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterBuild } from './after-build.ts';

const UPLOADER = join(import.meta.dirname, '../../uploader');
const isWindows = process.platform === 'win32';

/**
 * Packs the upload program beside the web app, with its checksum, so that assistants get it from their own portal. npm
 * packs the same sources into the same bytes.
 */
export const packUploadProgram = () =>
  afterBuild('pack-upload-program', async (outDir) => {
    const folder = join(outDir, 'programs');
    await mkdir(folder, { recursive: true });
    const args = ['pack', '--json', '--silent', '--pack-destination', folder];
    const { stdout } = await promisify(execFile)(isWindows ? 'npm.cmd' : 'npm', args, {
      cwd: UPLOADER,
      shell: isWindows,
    });
    const [packed] = JSON.parse(stdout) as [{ filename: string; version: string }];
    const bytes = await readFile(join(folder, packed.filename));
    const facts = {
      filename: packed.filename,
      version: packed.version,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
    await writeFile(join(folder, 'snimok.json'), JSON.stringify(facts));
  });
