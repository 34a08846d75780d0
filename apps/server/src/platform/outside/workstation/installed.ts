import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

/** The folders that are searched for programs. All of them exist in the sandbox too. */
const PROGRAM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin'];
const REQUIRED = [
  { program: 'bwrap', package: 'bubblewrap' },
  { program: 'Xvnc', package: 'tigervnc-standalone-server' },
  { program: 'openbox', package: 'openbox' },
];

const requires = (what: string) => new Error(`REMOTE_VIEWER=desktop requires ${what}`);

/** Throws an error of one line if a required program is missing. */
export const checkInstalled = async (command: string[]): Promise<void> => {
  if (process.platform !== 'linux') throw requires('a worker on Linux');
  for (const { program, package: name } of REQUIRED) {
    if (!(await isInstalled(program))) throw requires(`${program}: apt-get install ${name}`);
  }
  const [program = ''] = command;
  if (await isInstalled(program)) return;
  const hint = program === 'invesalius3' ? ': apt-get install invesalius' : '';
  throw requires(`the program of REMOTE_DESKTOP_COMMAND, but ${program} is not installed${hint}`);
};

const isInstalled = async (program: string): Promise<boolean> => {
  const paths = isAbsolute(program) ? [program] : PROGRAM_FOLDERS.map((folder) => join(folder, program));
  const found = await Promise.all(paths.map((path) => access(path, constants.X_OK).then(yes, no)));
  return found.includes(true);
};
const yes = () => true;
const no = () => false;

export interface User {
  uid: number;
  gid: number;
}

/** The operating system user of all sessions; null if sessions run as the worker's user, which must not be root. */
export const findUser = async (name: string | undefined): Promise<User | null> => {
  const isRoot = process.getuid?.() === 0;
  if (!name && isRoot) {
    throw requires('REMOTE_DESKTOP_USER, because the worker runs as root: useradd --system snimok-desktop');
  }
  if (!name) return null;
  const idOf = async (what: string) => Number((await promisify(execFile)('id', [what, name])).stdout);
  const user = await Promise.all([idOf('-u'), idOf('-g')]).catch(() => {
    throw requires(`the user of REMOTE_DESKTOP_USER, but ${name} does not exist: useradd --system ${name}`);
  });
  const [uid, gid] = user;
  if (uid === process.getuid?.()) {
    if (uid === 0) throw requires('a REMOTE_DESKTOP_USER other than root');
    return null;
  }
  if (!isRoot) throw requires('a worker that runs as root, or no REMOTE_DESKTOP_USER');
  return { uid, gid };
};
