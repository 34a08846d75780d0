import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../cluster/command.ts';
import { Program } from '../portal/process.ts';

const UNIT = 'usr/lib/systemd/system/snimok.service';
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
/** Where `run` puts a file of this machine. */
export const FILE = '/tmp/file';
/** What every process in the root folder has: its own devices, processes and memory for temporary files. */
const MACHINE = [
  '--dev',
  '/dev',
  '--proc',
  '/proc',
  '--tmpfs',
  '/run',
  '--tmpfs',
  '/tmp',
  '--unshare-pid',
  '--unshare-ipc',
];

/** The root folder of a Debian that has only its essential packages and those on which the portal's package depends. */
export class DebianRoot {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Unpacks a tar file of a root folder. */
  static unpack(file: string, folder: string): DebianRoot {
    mkdirSync(folder);
    command('tar', '-xpf', file, '--numeric-owner', '-C', folder);
    return new DebianRoot(folder);
  }

  path(path: string): string {
    return join(this.folder, path);
  }

  has(path: string): boolean {
    return existsSync(this.path(path));
  }

  read(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  /** Runs a program as root, as in a terminal without a keyboard; a file of this machine can be read as `FILE`. Returns its output. */
  run(program: string, args: string[], file = '/dev/null'): string {
    const options = ['--bind', this.folder, '/', ...MACHINE, '--ro-bind', file, FILE, '--cap-add', 'ALL'];
    const environment = ['--clearenv', '--setenv', 'PATH', PATH, '--setenv', 'LANG', 'C.UTF-8'];
    return command('bwrap', ...options, ...environment, '--', program, ...args);
  }

  /** Starts the service as the installed unit says. */
  startService(): InstalledService {
    return new InstalledService(this);
  }
}

/**
 * The service without systemd, which cannot run beside another init program. Command, user, settings, folder and restrictions are
 * those of the unit: `ProtectSystem=strict` and `StateDirectory` leave one folder writable, `PrivateTmp` and `PrivateDevices` give own
 * ones, `NoNewPrivileges` and the empty `CapabilityBoundingSet` are set by setpriv. Not applied are `RestrictNamespaces`,
 * `RestrictAddressFamilies` and the filters of system calls.
 */
export class InstalledService {
  readonly #program: Program;

  constructor(root: DebianRoot) {
    const unit = root.read(UNIT);
    const all = (key: string) =>
      [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
    const [user = '', state = ''] = [...all('User'), ...all('StateDirectory')];
    const files = all('EnvironmentFile')
      .map((path) => path.replace(/^-/, ''))
      .filter((path) => root.has(path));
    const pairs = [
      `PATH=${PATH}`,
      ...all('Environment').flatMap((line) => line.split(' ')),
      ...files.flatMap((path) =>
        root
          .read(path)
          .split('\n')
          .filter((line) => /^[A-Z]/.test(line)),
      ),
    ];
    const data = `/var/lib/${state}`;
    const restrictions = [
      `--reuid=${user}`,
      `--regid=${user}`,
      '--clear-groups',
      '--inh-caps=-all',
      '--bounding-set=-all',
      '--no-new-privs',
    ];
    const variables = pairs.flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      return ['--setenv', name, value.join('=')];
    });
    const folders = ['--ro-bind', root.folder, '/', '--bind', root.path(data), data];
    const rights = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((name) => ['--cap-add', name]);
    const process = ['--as-pid-1', '--die-with-parent', '--chdir', ...all('WorkingDirectory'), '--clearenv'];
    const script = `umask ${all('UMask')[0]}; exec ${all('ExecStart')[0]}`;
    const portal = ['setpriv', ...restrictions, 'sh', '-c', script];
    const args = [...folders, ...MACHINE, ...rights, ...process, ...variables, '--', ...portal];
    this.#program = new Program('bwrap', args, {}, []);
  }

  /** Waits until the portal prints its address. */
  async waitUntilRunning(): Promise<void> {
    await this.#program.waitForOutput(/Snimok is running: \S+/);
  }

  /** Runs a program as root beside the running service, whose processes it sees, as in a terminal. Returns its output. */
  run(program: string, ...args: string[]): string {
    const entered = ['--target', String(this.#portal), '--mount', '--pid', '--ipc', '--root', '--wd=/'];
    return command('nsenter', ...entered, 'env', '-i', `PATH=${PATH}`, program, ...args);
  }

  /** Stops it as systemd does; returns its exit code. */
  async stop(): Promise<number | null> {
    process.kill(this.#portal, 'SIGTERM');
    return (await this.#program.ended).code;
  }

  /** Ends it and its descendants at once. */
  kill(): Promise<void> {
    return this.#program.kill();
  }

  /** The pid of the portal, the only child process of bwrap. */
  get #portal(): number {
    const [pid] = this.#program.children();
    if (pid === undefined) throw new Error(`the service has ended: ${this.#program.stderr}`);
    return pid;
  }
}
