import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEPENDS, template, write } from '../../packaging/contents.mjs';
import { buildDeb } from '../../packaging/deb.mjs';
import { ownArchitecture } from '../../packaging/debian-base.mjs';
import { node, root } from '../../programs/toolchain.mjs';
import { newPrivateText, privateKey, publicText } from '../../../packages/releases/src/keys.ts';
import { RELEASE, SIGNATURE, signatureOf } from '../../../packages/releases/src/signature.ts';
import { writeRelease } from '../write-release.ts';
import { writePortal } from './portal.mjs';

const PATH = '/usr/bin:/host/bin:/host/sbin';
const ANSWER_MS = 60_000;

const key = privateKey(newPrivateText(), 'key');
/** A version of the portal; a higher number is newer. */
export const version = (number) => `0.1.0+${number}.abcdef01`;

const cleanups = [];
/** Ends the machines and removes their files; the tests of a file share them. */
export const cleanUp = async () => {
  for (const one of cleanups.splice(0).toReversed()) await one();
};

/** The path in the machine of a temporary file of the test. */
const inside = (path) => path.replace(tmpdir(), '/host-tmp');

const newFolder = (name) => {
  const folder = mkdtempSync(join(tmpdir(), `snimok-${name}-`));
  cleanups.push(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Builds the package of a version whose portal behaves as `behaviour` says; returns its path. */
const packagePortal = async (number, behaviour, out) => {
  const folder = newFolder('package');
  writePortal(join(folder, 'opt/snimok'), version(number), behaviour);
  write(join(folder, 'usr/bin/snimok-portal'), template('snimok-portal'), 0o755);
  const options = { arch: ownArchitecture(), release: { version: version(number), time: 0 }, out, level: 1 };
  return buildDeb(folder, { ...options, releaseKey: publicText(key) });
};

/**
 * Writes a signed release of a version; returns its folder. @param facts replace those of `release.json`. @param change changes the
 * description before it is signed
 */
export const release = async (number, behaviour = {}, facts = {}, signedBy = key, change = undefined) => {
  const out = newFolder('release');
  await packagePortal(number, behaviour, out);
  const newestMigration = `${String(number).padStart(4, '0')}_next`;
  const own = { commit: 'abcdef01', newestMigration, oldestVersion: null };
  const written = await writeRelease(out, { ...own, ...facts }, signedBy);
  if (change) {
    change(written);
    const bytes = Buffer.from(JSON.stringify(written));
    writeFileSync(join(out, RELEASE), bytes);
    writeFileSync(join(out, SIGNATURE), signatureOf(bytes, signedBy));
  }
  return out;
};

/** The installation of a version, with nothing left of an update: see `facts`. */
export const only = (number) => ({
  answering: version(number),
  link: version(number),
  package: `${version(number)} installed`,
  versions: [version(number)],
  unfinished: [],
});

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
};

/** The entries of dpkg's list for the packages on which the portal depends. */
const installed = DEPENDS.map(
  (depend) =>
    `Package: ${depend.split(' ')[0]}\nStatus: install ok installed\nVersion: 99\nArchitecture: ${ownArchitecture()}\nMaintainer: none\nDescription: none\n`,
).join('\n');

/** The root folder: programs are those of this computer, everything else is the machine's own. */
const writeRoot = (folder, port) => {
  for (const path of [
    'opt',
    'run',
    'tmp',
    'host',
    'proc',
    'dev',
    'var/log',
    'var/lib/dpkg/info',
    'var/lib/dpkg/updates',
    'usr/bin',
    'backups',
    'host-tmp',
    root,
  ])
    mkdirSync(join(folder, path), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`host/${name}`, join(folder, name));
  write(join(folder, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nsnimok:x:0:0::/:/bin/sh\n');
  write(join(folder, 'etc/group'), 'root:x:0:\nsnimok:x:0:\n');
  write(join(folder, 'var/lib/dpkg/status'), installed);
  write(join(folder, 'usr/bin/adduser'), '#!/bin/sh\n', 0o755);
  const systemctl = join(root, 'scripts/update/testing/systemctl.mjs');
  write(join(folder, 'usr/bin/systemctl'), `#!/bin/sh\nexec ${node} ${systemctl}\n`, 0o755);
  write(join(folder, 'etc/snimok/snimok.env'), `PORT=${port}\nBACKUP_FOLDER=/backups\n`);
};

const startMachine = (folder, port, releasesBytes) => {
  const small = releasesBytes ? ['--size', String(releasesBytes), '--tmpfs', '/opt/snimok-releases'] : [];
  const mounts = [
    '--bind',
    folder,
    '/',
    '--ro-bind',
    '/usr',
    '/host',
    '--ro-bind',
    root,
    root,
    '--ro-bind',
    tmpdir(),
    '/host-tmp',
  ];
  const own = [
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    ...small,
    '--unshare-pid',
    '--as-pid-1',
    '--die-with-parent',
  ];
  const variables = { PATH, PORT: String(port), DATA_DIR: '/var/lib/snimok', LANG: 'C.UTF-8' };
  const environment = Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]);
  const rights = process.getuid() === 0 ? ['--cap-add', 'ALL'] : ['--uid', '0', '--gid', '0'];
  const service = [node, join(root, 'scripts/update/testing/service.mjs'), '/run/service.socket'];
  const args = [...mounts, ...own, ...rights, '--clearenv', ...environment, '--', ...service];
  return spawn('bwrap', args, { stdio: ['ignore', 'inherit', 'inherit'] });
};

/** Sends a request to the first process of the machine; the result resolves with the next answer each time it is called. */
const ask = (socket, request) => {
  const connection = createConnection(socket, () => connection.write(`${JSON.stringify(request)}\n`));
  const lines = createInterface(connection)[Symbol.asyncIterator]();
  return async () => JSON.parse((await lines.next()).value);
};

/** Whether the first process of a machine listens: its socket is a file before that. */
const accepts = async (socket) => {
  const connection = createConnection(socket);
  const listens = await once(connection, 'connect').then(
    () => true,
    () => false,
  );
  connection.destroy();
  return listens;
};

/** What a test reads and writes in the root folder of a machine. */
const files = (folder) => {
  const list = (path) => (existsSync(join(folder, path)) ? readdirSync(join(folder, path)) : []);
  return {
    backups: () => list('backups/backups').length,
    migratedBy: () => readFileSync(join(folder, 'var/lib/snimok/migrated'), 'utf8').trim().split('\n'),
    unfinished: () => list('var/lib/snimok-update').filter((name) => !name.startsWith('progress.json')),
    /** How the newest update ended, as the portal reads it; null without any. */
    progress: () =>
      list('var/lib/snimok-update').includes('progress.json')
        ? JSON.parse(readFileSync(join(folder, 'var/lib/snimok-update/progress.json'), 'utf8'))
        : null,
    /** The path in the root folder of the file by which the portal asks for an update. */
    request: join(folder, 'var/lib/snimok/update-request.json'),
    /** What the portal's administrators have saved as UPDATE_SOURCE, a path of the test. */
    saveSource: (path) => writeFileSync(join(folder, 'var/lib/snimok/source'), inside(path)),
    link: () => basename(readlinkSync(join(folder, 'opt/snimok'))),
    writeSettings: (lines) => appendFileSync(join(folder, 'etc/snimok/snimok.env'), lines),
    writeKey: (text) => writeFileSync(join(folder, 'etc/snimok/release-key.pub'), text),
  };
};

/** Waits until a version of the portal answers, and returns it. */
const answeringAt = async (port) => {
  for (const deadline = Date.now() + ANSWER_MS; ; await sleep(50)) {
    const reply = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (reply !== null) return reply.text();
    if (Date.now() > deadline) throw new Error('no version of the portal answers');
  }
};

/** The programs that root runs in a machine. */
const programs = (socket) => {
  /** Begins to run a program; returns its pid and a promise of code and output. */
  const begin = async (...command) => {
    const answers = ask(socket, { run: command });
    const { pid } = await answers();
    return { pid, ended: answers() };
  };
  const run = async (...command) => (await begin(...command)).ended;
  const updateOf = (place, options) => ['update', inside(place), '--watch', '0.03', ...options];
  return {
    run,
    update: (place, ...options) => run('snimok-portal', ...updateOf(place, options)),
    beginUpdate: (place, ...options) => begin('snimok-portal', ...updateOf(place, options)),
    /** As the unit that undoes interrupted updates does. */
    recover: () => run('snimok-portal', 'update', '--recover'),
    /** As the unit that waits for the request of the portal does. */
    updateRequested: () => run('snimok-portal', 'update', '--requested', '--watch', '0.03'),
    /** Kills a process, or with a negative number its group. */
    kill: (pid) => ask(socket, { kill: pid })(),
  };
};

/**
 * A computer with an installed portal of version 1, in namespaces: `snimok-portal`, dpkg and the maintainer scripts are the real ones, the
 * portal is that of `portal.mjs`, and `service.mjs` stands for systemd. @param releasesBytes the size of the disk of the versions
 */
export const newMachine = async ({ releasesBytes } = {}) => {
  const folder = newFolder('machine');
  const port = await freePort();
  writeRoot(folder, port);
  const first = await packagePortal(1, {}, newFolder('first'));
  const machine = startMachine(folder, port, releasesBytes);
  cleanups.push(async () => {
    const ended = once(machine, 'exit');
    machine.kill('SIGKILL');
    await ended;
  });
  const socket = join(folder, 'run/service.socket');
  while (!(await accepts(socket))) await sleep(20);
  const root = { ...files(folder), ...programs(socket), answering: () => answeringAt(port) };
  const installation = await root.run('dpkg', '--force-confold', '--install', inside(first));
  if (installation.code !== 0) throw new Error(installation.output);
  await ask(socket, { restart: true })();
  await root.answering();
  const format = ['--showformat', '${Version} ${db:Status-Status}'];
  return {
    ...root,
    /** What a person can see of the installation. */
    async facts() {
      const status = await root.run('dpkg-query', '--show', ...format, 'snimok-portal');
      const versions = await root.run('ls', '-A', '/opt/snimok-releases');
      return {
        answering: await root.answering(),
        link: root.link(),
        package: status.output,
        versions: versions.output.trim().split('\n'),
        unfinished: root.unfinished(),
      };
    },
  };
};
