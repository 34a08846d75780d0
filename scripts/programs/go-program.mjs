import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './toolchain.mjs';

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'snimok', 'engines');

/**
 * Builds a Go program into the user's cache folder, unless it is there. It is built as a dependency of an empty module,
 * because `go install` requests the list of all versions, which not every module proxy serves.
 */
export const buildGoProgram = async ({ name, module, version, source = module, go }) => {
  const folder = join(cache, `${name}-${version}`);
  const program = join(folder, name);
  if (existsSync(program)) return program;
  process.stdout.write(`Building ${name} ${version} (once, a minute or two) …\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), `module engines\n\ngo ${go}\n\nrequire ${module} ${version}\n`);
  const env = { ...process.env, GOFLAGS: '-mod=mod -buildvcs=false' };
  const temporary = `${program}.new`;
  const args = ['build', '-ldflags=-s -w', '-o', temporary, source];
  const code = await run('go', args, { cwd: folder, env }).catch(() => 1);
  if (code !== 0)
    throw new Error(`${name} could not be built: the tests with engines need Go ${go} or newer.`);
  renameSync(temporary, program);
  return program;
};
