import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { installPackage } from './debian.mjs';
import { findWorkstation } from './workstation.mjs';
import { bin, giveUp, install, node, root, run } from './toolchain.mjs';

// `npm run test:engines`: the tests that want real engines beside the portal. Centrifugo is built once, by the Go client,
// into a folder of this user; the mail server comes from Debian. Arguments go to vitest.

const CENTRIFUGO = { module: 'github.com/centrifugal/centrifugo/v5', version: 'v5.4.9' };

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'snimok', 'engines');

/** Built as a dependency: `go install` would ask for the list of all versions, which not every proxy gives. */
const buildCentrifugo = async ({ module, version }) => {
  const folder = join(cache, `centrifugo-${version}`);
  const program = join(folder, 'centrifugo');
  if (existsSync(program)) return program;
  process.stdout.write(`Building Centrifugo ${version} (once, a minute or two) …\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), `module engines\n\ngo 1.23\n\nrequire ${module} ${version}\n`);
  const env = { ...process.env, GOFLAGS: '-mod=mod -buildvcs=false' };
  const code = await run('go', ['build', '-o', program, module], { cwd: folder, env }).catch(() => 1);
  if (code !== 0) giveUp('Centrifugo could not be built: the tests with engines need Go 1.23 or newer.');
  return program;
};

const EXIM = '/usr/sbin/exim4';

/** Debian's mail server. The tests run it with settings of their own; the system's mail service is not touched. */
const findExim = async () => {
  if (!existsSync(EXIM)) await installPackage('exim4-daemon-light');
  if (!existsSync(EXIM))
    giveUp('The tests with engines need Exim: apt-get install exim4-daemon-light, as root.');
};

try {
  await install();
  await findExim();
  await findWorkstation();
  const env = { ...process.env, ENGINES: 'on', CENTRIFUGO: await buildCentrifugo(CENTRIFUGO) };
  const args = [bin('vitest/vitest.mjs'), 'run', '--project', 'engines', ...process.argv.slice(2)];
  process.exit(await run(node, args, { cwd: root, env }));
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
