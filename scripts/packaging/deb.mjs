import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runQuietly } from '../programs/toolchain.mjs';
import { writePortalTree } from './portal-tree.mjs';

/** Debian's names of the architectures, with those of Node and npm. */
export const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64' };

const PACKAGE = 'snimok-portal';
const COMMANDS = 'apps/server/src/entry/commands/';

const output = async (command, args) => {
  const { code, output } = await runQuietly(command, args);
  if (code !== 0) throw new Error(`${command} ${args[0]} failed:\n${output}`);
  return output.trim();
};

/** Grows with each commit, so that a later package replaces an earlier one. */
const versionOf = async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const count = await output('git', ['rev-list', '--count', 'HEAD']);
  return `${version}+${count}.${await output('git', ['rev-parse', '--short=8', 'HEAD'])}`;
};

/**
 * The lines of `snimok-portal` that choose a program: each command of package.json that runs a file of the server's commands,
 * under the same name.
 */
export const commandCases = (scripts) =>
  Object.entries(scripts)
    .flatMap(([name, script]) => {
      const [, program] = /^node scripts\/run\.mjs (\S+(?: \S+)*)$/.exec(script) ?? [];
      return program?.startsWith(COMMANDS) && name !== 'schema'
        ? [`  ${name}) set -- ${program} "$@" ;;`]
        : [];
    })
    .join('\n');

const write = (path, text, mode = 0o644) => {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o755 });
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
};

const template = (name) => readFileSync(join(root, 'ops/deb', name), 'utf8');

const writeControl = (folder, facts) => {
  const control = Object.entries(facts).map(([key, value]) => `${key}: ${value}\n`);
  write(join(folder, 'DEBIAN/control'), control.join(''));
  write(join(folder, 'DEBIAN/conffiles'), '/etc/snimok/snimok.env\n/etc/logrotate.d/snimok\n');
  for (const script of ['postinst', 'prerm', 'postrm'])
    write(join(folder, 'DEBIAN', script), template(script), 0o755);
};

/** Builds the package in `out` and returns its path. Needs the web app, `npm` and `dpkg-deb`. */
export const buildDeb = async ({ arch, out }) => {
  const version = await versionOf();
  const folder = mkdtempSync(join(tmpdir(), 'snimok-deb-'));
  try {
    chmodSync(folder, 0o755);
    await writePortalTree(join(folder, 'opt/snimok'), ARCHITECTURES[arch]);
    write(
      join(folder, 'usr/lib/systemd/system/snimok.service'),
      readFileSync(join(root, 'ops/systemd/snimok.service'), 'utf8'),
    );
    write(join(folder, 'etc/snimok/snimok.env'), template('snimok.env'), 0o640);
    write(join(folder, 'etc/logrotate.d/snimok'), template('logrotate'));
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const program = template('snimok-portal').replace('  # commands', commandCases(scripts));
    write(join(folder, 'usr/bin/snimok-portal'), program, 0o755);
    const sizeKB = Number((await output('du', ['-sk', '--exclude=DEBIAN', folder])).split('\t')[0]);
    writeControl(folder, {
      Package: PACKAGE,
      Version: version,
      Architecture: arch,
      Maintainer: 'Snimok <snimok@localhost>',
      'Installed-Size': sizeKB,
      Depends: 'adduser, bubblewrap, libc6 (>= 2.28), libstdc++6',
      Recommends: 'logrotate',
      Section: 'web',
      Priority: 'optional',
      Description:
        'portal of a dental imaging centre\n Studies are uploaded, viewed online, shared and downloaded. Contains its own Node and PostgreSQL.',
    });
    mkdirSync(out, { recursive: true });
    const file = join(out, `${PACKAGE}_${version}_${arch}.deb`);
    await output('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z9', '--build', folder, file]);
    statSync(file);
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
