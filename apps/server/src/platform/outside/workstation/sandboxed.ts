import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, lchown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BWRAP } from '../sandbox/programs.ts';
import { checkInstalled, findUser, type User } from './installed.ts';
import { findSandboxes, processIdentity } from './processes.ts';
import { sandboxArguments, STUDY } from './sandbox.ts';
import { settingsOfPrograms } from './settings-of-programs.ts';
import { type RunningWorkstation, socketOf, type Workstation } from './workstation.ts';

interface Settings {
  command: string[];
  user: string | undefined;
  folder: string;
}

/** The longest path of a socket in bytes: `sun_path` has 108 with the terminating zero, unix(7). */
const MAX_SOCKET_PATH_BYTES = 107;
const ANY_UUID = '0'.repeat(36);
const START_WITHIN_MS = 30_000;
const POLL_EVERY_MS = 50;
/** Programs write much output; its end is enough to see why they failed. */
const MAX_OUTPUT_LENGTH = 2000;

/** Runs Xvnc, openbox and the command in one sandbox per session, as a separate user. */
export const sandboxedWorkstation = ({ command, user: userName, folder }: Settings): Workstation => {
  const path = (uuid: string, ...names: string[]) => join(folder, uuid, ...names);
  const remove = (uuid: string) => rm(path(uuid), { recursive: true, force: true, maxRetries: 5 });
  let user: Promise<User | null> | undefined;
  const sessionUser = () => (user ??= findUser(userName));

  return {
    async check() {
      await checkInstalled(command);
      const owner = await sessionUser();
      if (Buffer.byteLength(socketOf(folder, ANY_UUID)) > MAX_SOCKET_PATH_BYTES) {
        throw new Error('Setting REMOTE_DESKTOP_DIR: must be a shorter path, because it contains sockets');
      }
      // other users may enter the folder but not list it, so that they cannot find the folders of sessions
      await mkdir(folder, { recursive: true, mode: 0o711 });
      await chmod(folder, 0o711);
      const test = promisify(execFile)('/usr/bin/test', ['-x', folder], { ...owner });
      await test.catch(() => {
        throw new Error(
          `Setting REMOTE_DESKTOP_DIR: ${userName ?? 'its user'} must be able to enter ${folder}`,
        );
      });
    },

    async prepare(uuid) {
      await mkdir(path(uuid), { mode: 0o700 });
      // written first, so that `removeLeftovers` of another worker sees that the folder is in use
      await writeFile(path(uuid, OWNER_FILE), (await processIdentity(process.pid)) ?? '', { mode: 0o600 });
      await mkdir(path(uuid, 'screen'), { mode: 0o700 });
      await mkdir(path(uuid, 'study'));
      for (const [name, text] of Object.entries(settingsOfPrograms)) {
        await mkdir(dirname(path(uuid, 'settings', name)), { recursive: true });
        await writeFile(path(uuid, 'settings', name), text);
      }
      return { study: path(uuid, 'study') };
    },

    async start(uuid) {
      const owner = await sessionUser();
      if (owner) await giveTo(owner, path(uuid));
      const words = command.map((word) => word.replaceAll('{study}', STUDY));
      const child = spawn(BWRAP, sandboxArguments(path(uuid), words), {
        cwd: '/',
        env: {},
        stdio: ['ignore', 'pipe', 'pipe'],
        ...owner,
      });
      const running = watch(child);
      await Promise.race([waitForSocket(socketOf(folder, uuid), running.ended), running.failed]);
      return running;
    },

    remove,

    async removeLeftovers() {
      for (const uuid of await readdir(folder).catch(() => [])) {
        const owner = await readFile(path(uuid, OWNER_FILE), 'utf8').catch(() => '');
        if (owner !== '' && owner === (await processIdentity(Number.parseInt(owner, 10)))) continue;
        for (const pid of await findSandboxes(path(uuid))) process.kill(pid, 'SIGKILL');
        await remove(uuid);
      }
    },
  };
};

/** Gives the folder to the user, with all files in it: the worker writes the study with modes that admit no other user. */
const giveTo = async ({ uid, gid }: User, folder: string): Promise<void> => {
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid);
  await lchown(folder, uid, gid);
};

/** The file with the identity of the worker process that uses the folder. */
const OWNER_FILE = 'keeper';

const watch = (child: ChildProcess): RunningWorkstation & { failed: Promise<never> } => {
  let output = '';
  const collect = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-MAX_OUTPUT_LENGTH));
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const failed = ended.then(() => {
    throw new Error(`the remote desktop ended while it started: ${output}`);
  });
  // this promise is awaited only during the start
  failed.catch(() => undefined);
  return {
    ended,
    failed,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

const waitForSocket = async (socket: string, ended: Promise<void>): Promise<void> => {
  let hasEnded = false;
  ended.then(() => (hasEnded = true));
  const deadline = performance.now() + START_WITHIN_MS;
  while (!hasEnded && performance.now() < deadline) {
    if (await stat(socket).catch(() => null)) return;
    await pause(POLL_EVERY_MS);
  }
  throw new Error(`the remote desktop did not open its screen within ${START_WITHIN_MS / 1000} s`);
};
