import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { bubblewrapped } from './bubblewrap.ts';
import { withPermissions } from './permissions.ts';
import { COMPILE_CACHE, limited, PARSER_USER } from './programs.ts';
import type { Access, Mechanism, Sandbox, User } from './sandbox.ts';
import { openFor, prepare } from './share.ts';
import { inNamespaces } from './user-namespace.ts';

/** The value of PARSER_SANDBOX. */
type Setting = Mechanism | 'auto';

/**
 * A mechanism, and the user to which it changes. Null: it keeps the portal's user, who may have another id in the
 * sandbox.
 */
interface Chosen {
  mechanism: Mechanism;
  user: User | null;
}

const MECHANISMS: Mechanism[] = ['bubblewrap', 'userns', 'permissions'];
const PROBE_MS = 20_000;
const PROBE = join(import.meta.dirname, 'probe.ts');

const MISSING =
  'native code that reads untrusted files has the rights of the portal: install bubblewrap, or permit user namespaces';
const MISSING_AS_USER =
  'native code that reads untrusted files has network access: install bubblewrap, or permit namespaces';

export const openSandbox = (setting: Setting, log: Logger): Sandbox => {
  let chosen: Promise<Chosen> | undefined;
  const choice = () => (chosen ??= chosenFor(setting).then((found) => logged(found, log)));
  return {
    check: async () => (await choice()).mechanism,
    async start({ file, args, execArgv, access }) {
      const found = await choice();
      for (const path of [...access.read, ...access.write]) await stat(path);
      if (found.user) await prepare(access, found.user, found.mechanism);
      return startIn(found, access, execArgv, file, args);
    },
    async share(paths) {
      const { user } = await choice();
      if (user) await openFor(user, paths);
    },
  };
};

/** What works on this machine does not change while the process runs, so each setting is probed once. */
const choices = new Map<Setting, Promise<Chosen>>();

const chosenFor = (setting: Setting): Promise<Chosen> => {
  const choice = choices.get(setting) ?? choose(setting);
  choices.set(setting, choice);
  choice.catch(() => choices.delete(setting));
  return choice;
};

const choose = async (setting: Setting): Promise<Chosen> => {
  const failures: string[] = [];
  for (const mechanism of setting === 'auto' ? MECHANISMS : [setting]) {
    for (const user of process.getuid?.() === 0 ? [PARSER_USER, null] : [null]) {
      const failure = await probe({ mechanism, user });
      if (failure === null) return { mechanism, user };
      failures.push(`${mechanism}: ${failure}`);
    }
  }
  const [reason] = failures;
  throw new Error(
    `Setting PARSER_SANDBOX: no sandbox for parser processes works on this machine (${reason})`,
  );
};

/** The reason why a mechanism does not work on this machine; null if it works. */
const probe = async (candidate: Chosen): Promise<string | null> => {
  if (process.platform !== 'linux' && candidate.mechanism !== 'permissions') return 'requires Linux';
  const child = startIn(candidate, { read: [], write: [] }, [], PROBE, [], 'pipe');
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-300)));
  const timer = setTimeout(() => child.kill('SIGKILL'), PROBE_MS);
  const answered = once(child, 'message').then(() => true);
  const failed = once(child, 'close').then(() => false);
  const isUsable = await Promise.race([answered, failed]).catch(() => false);
  clearTimeout(timer);
  child.kill('SIGKILL');
  return isUsable ? null : output.trim().split('\n').at(-1) || 'could not be started';
};

const startIn = (
  { mechanism, user }: Chosen,
  access: Access,
  execArgv: string[],
  file: string,
  args: string[],
  errors: 'ignore' | 'pipe' = 'ignore',
): ChildProcess => {
  const [execPath = '', ...words] = [...limited(), ...commandOf(mechanism, access, user), ...execArgv];
  return fork(file, args, {
    execPath,
    execArgv: words,
    // not the root folder: in threads, the permission model of Node 24 permits reading everything in the working directory
    cwd: import.meta.dirname,
    // without the environment of the portal, which contains secrets and the database's address
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: ['ignore', 'ignore', errors, 'ipc'],
    serialization: 'advanced',
  });
};

const commandOf = (mechanism: Mechanism, access: Access, user: User | null): string[] => {
  if (mechanism === 'bubblewrap') return bubblewrapped(access, user);
  return mechanism === 'userns' ? inNamespaces(access, user) : withPermissions(access, user);
};

const logged = (found: Chosen, log: Logger): Chosen => {
  const { mechanism, user } = found;
  log.info({ sandbox: mechanism, uid: user?.uid }, 'parser processes are sandboxed');
  if (mechanism === 'permissions') {
    log.warn({ sandbox: mechanism }, user ? MISSING_AS_USER : MISSING);
  }
  return found;
};
