import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openSandbox } from '../outside/sandbox/open-sandbox.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const isRoot = process.getuid?.() === 0;
const silent = pino({ level: 'silent' });
/** The users as which the tests run the portal. Null is the present user; root can also change to an ordinary user. */
const users = isRoot ? [null, { uid: 64_123, gid: 64_123 }] : [null];

const offered = async () => {
  const works = async (name: 'bubblewrap' | 'userns' | 'permissions') =>
    openSandbox(name, silent)
      .check()
      .catch(() => null);
  const found = [await works('bubblewrap'), await works('userns'), await works('permissions')];
  return found.filter((name) => name !== null);
};
const cases = (await offered()).flatMap((mechanism) =>
  users.map((user) => [mechanism, user ? 'an ordinary user' : 'the user of the tests', user] as const),
);

/** A folder of data as the portal has it: closed to other users, with a secret and the files of one run. */
const makeFolder = async (user: { uid: number; gid: number } | null) => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const read = join(folder, 'work/run/in');
  const write = join(folder, 'work/run/out');
  for (const path of [join(folder, 'storage'), read, write])
    await mkdir(path, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'secret'), 'the secret', { mode: 0o600 });
  await writeFile(join(read, 'file'), 'the input', { mode: 0o600 });
  for (const path of [...(await readdir(folder, { recursive: true })), '.']) {
    if (user) await chown(join(folder, path), user.uid, user.gid);
  }
  await chmod(folder, 0o700);
  return folder;
};

/** A server that counts connections, and a process of the same user. */
const makeTargets = async (user: { uid: number; gid: number } | null) => {
  const server = createServer((_request, reply) => reply.end()).listen(0, '127.0.0.1');
  const seen = { connections: 0 };
  server.on('connection', () => (seen.connections += 1));
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const victim = spawn('sleep', ['600'], { stdio: 'ignore', ...user });
  onTestFinished(() => void victim.kill());
  return { port: (server.address() as AddressInfo).port, victim, seen };
};

const startAttack = async (mechanism: string, user: { uid: number; gid: number } | null) => {
  const folder = await makeFolder(user);
  const { port, victim, seen } = await makeTargets(user);
  const program = join(import.meta.dirname, 'attack.fixture.ts');
  const args = [program, mechanism, folder, String(port), String(victim.pid)];
  const env = { PATH: process.env.PATH, SECRET: 'marker-of-the-environment' };
  const portal = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'], ...user });
  onTestFinished(() => void portal.kill('SIGKILL'));
  const [line] = (await once(createInterface(portal.stdout), 'line')) as [string];
  return { ...JSON.parse(line), folder, portal, victim, seen };
};

test('bubblewrap and user namespaces are tried before the permission model', async () => {
  const [strongest] = await offered();
  expect(await openSandbox('auto', silent).check()).toBe(strongest);
});

test.each(cases)('%s as %s: the parser process reaches only its files', async (mechanism, _name, user) => {
  const { result, written, seen, victim } = await startAttack(mechanism, user);
  expect(result).toMatchObject({ reads: 'the input', writes: null, seesSecret: false });
  expect(written).toEqual(['result']);
  for (const [what, failure] of Object.entries(result.refused))
    expect([what, failure]).not.toEqual([what, null]);
  expect(seen.connections).toBe(0);
  expect([victim.exitCode, victim.signalCode]).toEqual([null, null]);
});

test.each(cases)('%s as %s: the parser process has no privileges', async (mechanism, _name, user) => {
  const { status, portal } = await startAttack(mechanism, user);
  const own = Number(/^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${portal.pid}/status`, 'utf8'))?.[1]);
  for (const uid of status.uids) {
    expect(uid).not.toBe(0);
    // if the portal runs as root, its parser processes have a user of their own
    expect(uid === own).toBe(own !== 0);
  }
  expect(status).toMatchObject({ noNewPrivs: '1', capabilities: '0'.repeat(16) });
  const [dataBytes, processes, coreBytes] = status.limits;
  expect([dataBytes < 8 * 1024 ** 3, processes <= 4096, coreBytes]).toEqual([true, true, 0]);
});

test.each(cases)('%s as %s: the parser process ends with the portal', async (mechanism, _name, user) => {
  const { folder, portal } = await startAttack(mechanism, user);
  // the command lines of all threads and wrappers of the parser process contain the folder
  const left = async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(
      pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    );
    return lines.filter((line) => line.includes(folder)).length;
  };
  expect(await left()).toBeGreaterThan(0);
  portal.kill('SIGKILL');
  await until('the end of all processes', async () => (await left()) === 0);
});
