import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

/** Only what the sandbox has too. */
const PLACES = ['/usr/local/bin', '/usr/bin', '/bin'];
const NEEDED = [
  { program: 'bwrap', package: 'bubblewrap' },
  { program: 'Xvnc', package: 'tigervnc-standalone-server' },
  { program: 'openbox', package: 'openbox' },
];

const wants = (what: string) => new Error(`REMOTE_VIEWER=desktop wants ${what}`);

/** Throws one line about what is missing. */
export const checkInstalled = async (command: string[]): Promise<void> => {
  if (process.platform !== 'linux') throw wants('a worker on Linux.');
  for (const { program, package: name } of NEEDED) {
    if (!(await isThere(program))) throw wants(`${program}: apt-get install ${name}`);
  }
  const [program = ''] = command;
  if (await isThere(program)) return;
  const known = program === 'invesalius3' ? ', as by: apt-get install invesalius' : '';
  throw wants(`the program of REMOTE_DESKTOP_COMMAND, and there is no ${program}${known}`);
};

const isThere = async (program: string): Promise<boolean> => {
  const paths = isAbsolute(program) ? [program] : PLACES.map((place) => join(place, program));
  const found = await Promise.all(paths.map((path) => access(path, constants.X_OK).then(yes, no)));
  return found.includes(true);
};
const yes = () => true;
const no = () => false;

export interface User {
  uid: number;
  gid: number;
}

/** The user of all sessions; null when that is who runs the worker, who then must not be root. */
export const findUser = async (name: string | undefined): Promise<User | null> => {
  const isRoot = process.getuid?.() === 0;
  if (!name && isRoot) {
    throw wants('REMOTE_DESKTOP_USER, as the worker runs as root: useradd --system snimok-desktop');
  }
  if (!name) return null;
  const idOf = async (what: string) => Number((await promisify(execFile)('id', [what, name])).stdout);
  const user = await Promise.all([idOf('-u'), idOf('-g')]).catch(() => {
    throw wants(`the user of REMOTE_DESKTOP_USER, and there is no ${name}: useradd --system ${name}`);
  });
  const [uid, gid] = user;
  if (uid === process.getuid?.()) {
    if (uid === 0) throw wants('another REMOTE_DESKTOP_USER than root');
    return null;
  }
  if (!isRoot) throw wants('a worker that runs as root, or no REMOTE_DESKTOP_USER');
  return { uid, gid };
};
