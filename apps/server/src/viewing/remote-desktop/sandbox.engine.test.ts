import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { findSandboxes } from '../../platform/outside/workstation/processes.ts';
import { sandboxedWorkstation } from '../../platform/outside/workstation/sandboxed.ts';
import { socketOf } from '../../platform/outside/workstation/workstation.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const isRoot = process.getuid?.() === 0;
const UUID = '6f0f6a52-1f0d-4b59-9a30-0d5d0c9f8a11';

/** Prints the screen's greeting or `refused`; in Perl, which every user on Debian can run. */
const GREET = `my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or do { print 'refused'; exit };
  sysread($s, my $greeting, 11); print $greeting;`;

/** The real workstation: Xvnc, openbox and a terminal in their sandbox. */
const workstation = async (settings: Record<string, string> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-desktops-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { remoteDesktop } = readConfig({
    REMOTE_DESKTOP_COMMAND: 'xterm -T {study}',
    REMOTE_DESKTOP_DIR: folder,
    ...(isRoot && { REMOTE_DESKTOP_USER: 'nobody' }),
    ...settings,
  });
  return { folder, sandbox: sandboxedWorkstation(remoteDesktop) };
};

const commandLineOf = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};
/** The process id of the terminal, outside the sandbox. */
const findTerminal = () =>
  until('the terminal', () =>
    readdirSync('/proc').find((name) => /^\d+$/.test(name) && commandLineOf(name) === 'xterm\0-T\0/study\0'),
  );

test('a session can read its study and the system’s programs only, and has no network', async () => {
  const { sandbox, folder } = await workstation();
  await sandbox.check();
  const { study } = await sandbox.prepare(UUID);
  mkdirSync(join(study, 'series-1'));
  writeFileSync(join(study, 'series-1', '00001.dcm'), 'снимок');
  const running = await sandbox.start(UUID);
  onTestFinished(() => running.stop());
  const pid = await findTerminal();
  const inside = `/proc/${pid}/root`;
  expect(readdirSync(join(inside, 'study'), { recursive: true })).toEqual(['series-1', 'series-1/00001.dcm']);
  for (const path of ['study/x', 'study/series-1/00001.dcm', 'usr/x', 'settings/x']) {
    expect(() => writeFileSync(join(inside, path), 'x')).toThrow(/EROFS|EACCES/);
  }
  for (const path of [folder, import.meta.dirname, '/root', '/var', '/etc/shadow']) {
    expect([path, existsSync(join(inside, path))]).toEqual([path, false]);
  }
  expect(readFileSync(`/proc/${pid}/net/dev`, 'utf8').match(/^\s*\w+:/gm)).toEqual([
    expect.stringMatching(/lo:/),
  ]);
  expect(readlinkSync(`/proc/${pid}/ns/pid`)).not.toBe(readlinkSync('/proc/self/ns/pid'));
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
  for (const secret of ['DATABASE', 'SECRET', 'PGPASS', folder]) expect(environment).not.toContain(secret);
  await running.stop();
  await sandbox.remove(UUID);
  expect(readdirSync(folder)).toEqual([]);
  await until('no process', async () => (await findSandboxes(folder)).length === 0);
});

test.runIf(isRoot)('another user of the machine can access neither the screen nor the study', async () => {
  const { sandbox, folder } = await workstation();
  await sandbox.check();
  const { study } = await sandbox.prepare(UUID);
  const running = await sandbox.start(UUID);
  const greetingFor = (uid: number) =>
    spawnSync('/usr/bin/perl', ['-MIO::Socket::UNIX', '-e', GREET, socketOf(folder, UUID)], {
      uid,
      gid: uid,
      cwd: '/',
    }).stdout.toString();
  expect(greetingFor(65_534)).toBe('RFB 003.008');
  expect(greetingFor(12_345)).toBe('refused');
  expect(spawnSync('ls', [study], { uid: 12_345, gid: 12_345 }).status).not.toBe(0);
  await running.stop();
});

test('a missing requirement is reported in one line at start', async () => {
  const program = await workstation({ REMOTE_DESKTOP_COMMAND: 'no-such-program {study}' });
  await expect(program.sandbox.check()).rejects.toThrow(
    'REMOTE_VIEWER=desktop requires the program of REMOTE_DESKTOP_COMMAND, but no-such-program is not installed',
  );
  const long = await workstation({ REMOTE_DESKTOP_DIR: `/tmp/${'x'.repeat(80)}` });
  await expect(long.sandbox.check()).rejects.toThrow('REMOTE_DESKTOP_DIR: must be a shorter path');
  if (!isRoot) return;
  const user = await workstation({ REMOTE_DESKTOP_USER: 'nobody-at-all' });
  await expect(user.sandbox.check()).rejects.toThrow('useradd --system nobody-at-all');
  const root = await workstation({ REMOTE_DESKTOP_USER: '' });
  await expect(root.sandbox.check()).rejects.toThrow(
    'requires REMOTE_DESKTOP_USER, because the worker runs as root',
  );
});

test('the folder of a killed worker is removed, and the folder of a running worker is not', async () => {
  const { sandbox, folder } = await workstation();
  await sandbox.check();
  await sandbox.prepare(UUID);
  const orphan = 'b1b5c1e0-8d0e-4a0f-8a58-2f3d2f6f9f10';
  mkdirSync(join(folder, orphan, 'study'), { recursive: true });
  // a process with this number may be alive, but it started at another time
  writeFileSync(join(folder, orphan, 'keeper'), `${process.pid} 1`);
  await sandbox.removeLeftovers();
  expect(readdirSync(folder)).toEqual([UUID]);
});
