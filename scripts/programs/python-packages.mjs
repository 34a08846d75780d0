import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runQuietly } from './toolchain.mjs';

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'snimok', 'engines');

/**
 * Installs the packages of `scripts/programs/{name}.requirements.txt` into the user's cache folder, unless they are there. Returns that
 * folder, for PYTHONPATH. The hashes in the file make every installation the same; packages with compiled code fit the version of
 * Python.
 */
export const installPythonPackages = async (name) => {
  const requirements = join(import.meta.dirname, `${name}.requirements.txt`);
  const python = await runQuietly('python3', ['--version']).catch(({ message }) => ({ output: message }));
  const hash = createHash('sha256')
    .update(readFileSync(requirements))
    .update(python.output)
    .digest('hex')
    .slice(0, 12);
  const folder = join(cache, `${name}-${hash}`);
  if (existsSync(folder)) return folder;
  const temporary = `${folder}.new`;
  rmSync(temporary, { recursive: true, force: true });
  const options = ['--quiet', '--no-deps', '--only-binary=:all:', '--require-hashes', '--target', temporary];
  const args = ['-m', 'pip', 'install', ...options, '-r', requirements];
  const { code, output } = await runQuietly('python3', args).catch(({ message }) => ({
    code: 1,
    output: message,
  }));
  if (code !== 0)
    throw new Error(
      `${name} could not be installed: the tests with engines need Python 3.10 or newer with pip. ${output}`,
    );
  renameSync(temporary, folder);
  return folder;
};
