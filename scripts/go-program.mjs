import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './toolchain.mjs';

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'snimok', 'engines');

/**
 * A program of the Go world, built once by the Go client into a folder of this user. Built as a dependency: `go install`
 * would ask for the list of all versions, which not every proxy gives.
 */
export const buildGoProgram = async ({ name, module, version, source = module, go }) => {
  const folder = join(cache, `${name}-${version}`);
  const program = join(folder, name);
  if (existsSync(program)) return program;
  process.stdout.write(`Building ${name} ${version} (once, a minute or two) …\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), `module engines\n\ngo ${go}\n\nrequire ${module} ${version}\n`);
  const env = { ...process.env, GOFLAGS: '-mod=mod -buildvcs=false' };
  const unfinished = `${program}.new`;
  const args = ['build', '-ldflags=-s -w', '-o', unfinished, source];
  const code = await run('go', args, { cwd: folder, env }).catch(() => 1);
  if (code !== 0)
    throw new Error(`${name} could not be built: the tests with engines need Go ${go} or newer.`);
  renameSync(unfinished, program);
  return program;
};
