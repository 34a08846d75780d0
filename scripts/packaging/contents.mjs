import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root, runQuietly } from '../programs/toolchain.mjs';
import { writePortalTree } from './portal-tree.mjs';

// What the Debian package and the image have in common: the portal in /opt/snimok, its command, and the packages that it needs.

/** Debian's names of the architectures, which are also those of images, with those of Node and npm. */
export const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64' };

/** The Debian packages that the portal needs. A Debian with nothing else runs it. */
export const DEPENDS = ['adduser', 'bubblewrap', 'libc6 (>= 2.28)', 'libstdc++6'];

const COMMANDS = 'apps/server/src/entry/commands/';

/** Runs a program to its end and returns its output. Throws with the output if it fails or is missing. */
export const output = async (command, args, options) => {
  const name = basename(command);
  const ended = await runQuietly(command, args, options).catch((cause) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new Error(`${name} is missing: install the program, then start again.`);
  });
  if (ended.code !== 0) throw new Error(`${name} ${args[0]} failed:\n${ended.output}`);
  return ended.output.trim();
};

/** Writes a file and the folders above it, readable by everybody unless `mode` says otherwise. */
export const write = (path, text, mode = 0o644) => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
};

export const template = (name) => readFileSync(join(root, 'ops/deb', name), 'utf8');
export const unit = () => readFileSync(join(root, 'ops/systemd/snimok.service'), 'utf8');

/**
 * Version and time of a release. The version grows with each commit, so that a later package replaces an earlier one. The time is
 * that of the commit, in seconds since 1970; files get no later time, so that the same commit gives the same bytes.
 */
export const findRelease = async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const count = await output('git', ['rev-list', '--count', 'HEAD']);
  const [commit, time] = (await output('git', ['log', '-1', '--abbrev=8', '--format=%h %ct'])).split(' ');
  return { version: `${version}+${count}.${commit}`, time: Number(time) };
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

/** Writes the portal for `arch` (`amd64` or `arm64`) and the command `snimok-portal` below `folder`. Needs the web app and `npm`. */
export const writeContents = async (folder, arch) => {
  await writePortalTree(join(folder, 'opt/snimok'), ARCHITECTURES[arch]);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const program = template('snimok-portal').replace('  # commands', commandCases(scripts));
  write(join(folder, 'usr/bin/snimok-portal'), program, 0o755);
};
