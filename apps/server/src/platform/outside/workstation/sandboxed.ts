import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
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

/** unix(7): what a socket's path may hold, the last byte a zero. */
const LONGEST_SOCKET = 107;
const ANY_UUID = '0'.repeat(36);
const START_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;
/** A session's programs talk a lot; what they said last is enough to see why they died. */
const LAST_WORDS = 2000;

/** Xvnc, openbox and the command, in a sandbox a session, under a user of their own. */
export const sandboxedWorkstation = ({ command, user: userName, folder }: Settings): Workstation => {
  const path = (uuid: string, ...names: string[]) => join(folder, uuid, ...names);
  const remove = (uuid: string) => rm(path(uuid), { recursive: true, force: true, maxRetries: 5 });
  let user: Promise<User | null> | undefined;
  const theirs = () => (user ??= findUser(userName));

  return {
    async check() {
      await checkInstalled(command);
      const who = await theirs();
      if (Buffer.byteLength(socketOf(folder, ANY_UUID)) > LONGEST_SOCKET) {
        throw new Error('Setting REMOTE_DESKTOP_DIR: must be a shorter path, as sockets stand in it');
      }
      // entered, not listed: who does not know a session's name finds none
      await mkdir(folder, { recursive: true, mode: 0o711 });
      await chmod(folder, 0o711);
      const test = promisify(execFile)('/usr/bin/test', ['-x', folder], { ...who });
      await test.catch(() => {
        throw new Error(
          `Setting REMOTE_DESKTOP_DIR: ${userName ?? 'its user'} must be able to enter ${folder}`,
        );
      });
    },

    async prepare(uuid) {
      await mkdir(path(uuid), { mode: 0o700 });
      // before anything else: whoever clears away must see that somebody is at work here
      await writeFile(path(uuid, KEEPER), (await processIdentity(process.pid)) ?? '', { mode: 0o600 });
      await mkdir(path(uuid, 'screen'), { mode: 0o700 });
      await mkdir(path(uuid, 'study'));
      for (const [name, text] of Object.entries(settingsOfPrograms)) {
        await mkdir(dirname(path(uuid, 'settings', name)), { recursive: true });
        await writeFile(path(uuid, 'settings', name), text);
      }
      const who = await theirs();
      if (who) for (const own of [path(uuid, 'screen'), path(uuid)]) await chown(own, who.uid, who.gid);
      return { study: path(uuid, 'study') };
    },

    async start(uuid) {
      const words = command.map((word) => word.replaceAll('{study}', STUDY));
      const child = spawn('/usr/bin/bwrap', sandboxArguments(path(uuid), words), {
        cwd: '/',
        env: {},
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(await theirs()),
      });
      const running = watch(child);
      await Promise.race([appears(socketOf(folder, uuid), running.ended), running.failed]);
      return running;
    },

    remove,

    async removeLeftovers() {
      for (const uuid of await readdir(folder).catch(() => [])) {
        const keeper = await readFile(path(uuid, KEEPER), 'utf8').catch(() => '');
        if (keeper !== '' && keeper === (await processIdentity(Number.parseInt(keeper, 10)))) continue;
        for (const pid of await findSandboxes(path(uuid))) process.kill(pid, 'SIGKILL');
        await remove(uuid);
      }
    },
  };
};

/** Names the worker that a folder belongs to. */
const KEEPER = 'keeper';

const watch = (child: ChildProcess): RunningWorkstation & { failed: Promise<never> } => {
  let lastWords = '';
  const listen = (words: Buffer) => (lastWords = (lastWords + words.toString()).slice(-LAST_WORDS));
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const failed = gone.then(() => {
    throw new Error(`the workstation ended at its start: ${lastWords}`);
  });
  // after its start nobody waits for that any more
  failed.catch(() => undefined);
  return {
    ended: gone,
    failed,
    async stop() {
      child.kill('SIGKILL');
      await gone;
    },
  };
};

const appears = async (socket: string, ended: Promise<void>): Promise<void> => {
  let isOver = false;
  ended.then(() => (isOver = true));
  const deadline = performance.now() + START_WITHIN_MS;
  while (!isOver && performance.now() < deadline) {
    if (await stat(socket).catch(() => null)) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error('the workstation shows no screen');
};
