import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './toolchain.mjs';

// Debian packages for tests, installed if this process is root on Debian.

/** Package scripts run this program before they start a service; 101 forbids it (Debian Policy §9.3.3). */
const POLICY = '/usr/sbin/policy-rc.d';

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const aptGet = (...args) =>
  run('apt-get', ['-q', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/** Installs packages without starting their services. It may fail or do nothing; the caller checks for the programs. */
export const installPackage = async (...names) => {
  if (!canInstall()) return;
  process.stdout.write(`Installing ${names.join(', ')} for the tests …\n`);
  const updateAndInstall = async () =>
    (await aptGet('update')) === 0 &&
    (await aptGet('install', '--yes', '--no-install-recommends', ...names)) === 0;
  const addsPolicy = !existsSync(POLICY);
  if (addsPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    // tried twice, because mirrors fail now and then
    if (!(await updateAndInstall())) await updateAndInstall();
  } finally {
    if (addsPolicy) rmSync(POLICY);
  }
};

/** Installs the packages of all missing programs in one step. @param programs [{ program: path, name: package }] */
export const requirePrograms = async (programs) => {
  const missing = () => programs.filter(({ program }) => !existsSync(program));
  if (missing().length > 0) await installPackage(...missing().map(({ name }) => name));
  const [first] = missing();
  if (!first) return;
  throw new Error(
    `The tests need ${first.program}: install it (Debian: apt-get install ${first.name}), as root.`,
  );
};
