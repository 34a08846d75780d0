import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './toolchain.mjs';

// What tests want of Debian, where they may install it.

/** Asked before a package starts a service of its own (Debian Policy §9.3.3). */
const POLICY = '/usr/sbin/policy-rc.d';

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const aptGet = (...args) =>
  run('apt-get', ['-q', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/** Installs packages unless that is not ours to do; no service of them is started. Whether they came, the caller looks. */
export const installPackage = async (...names) => {
  if (!canInstall()) return;
  process.stdout.write(`Installing ${names.join(', ')} for the tests …\n`);
  const once = async () =>
    (await aptGet('update')) === 0 &&
    (await aptGet('install', '--yes', '--no-install-recommends', ...names)) === 0;
  const ownPolicy = !existsSync(POLICY);
  if (ownPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    // mirrors fail now and then, hardly twice
    if (!(await once())) await once();
  } finally {
    if (ownPolicy) rmSync(POLICY);
  }
};

/** Each of these programs is there, or installed now, all that are missing at once. */
export const needPrograms = async (needed) => {
  const missing = () => needed.filter(({ program }) => !existsSync(program));
  if (missing().length > 0) await installPackage(...missing().map(({ name }) => name));
  const [first] = missing();
  if (!first) return;
  throw new Error(
    `The tests need ${first.program}: install it (Debian: apt-get install ${first.name}), as root.`,
  );
};
