import { chmodSync, existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
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

  /** Where a symbolic link leads. */
  link(path: string): string {
    return readlinkSync(this.path(path));
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
    return new InstalledService(this, { isUpdated: false });
  }

  /**
   * Starts the service as part of a machine whose programs may be replaced: it starts again when it ends, `systemctl restart snimok`
   * restarts it, and the root folder can be written.
   */
  startUpdatedService(): InstalledService {
    writeFileSync(this.path('usr/bin/systemctl'), SYSTEMCTL);
    chmodSync(this.path('usr/bin/systemctl'), 0o755);
    return new InstalledService(this, { isUpdated: true });
  }
}

const PID = '/run/portal.pid';
/** `Restart=always` of the unit, with `$0` as its folder and `$@` as the service. An update replaces the folder, so each start enters it again. */
const ALWAYS = `while :; do cd "$0"; "$@" & echo $! > ${PID}; wait $! || :; sleep 0.2; done`;
/** Stops the service and returns when it has been started again. */
const SYSTEMCTL = `#!/bin/sh
old=$(cat ${PID})
kill -TERM "$old" || :
while [ "$(cat ${PID})" = "$old" ]; do sleep 0.1; done
`;

/**
 * The service without systemd, which cannot run beside another init program. Command, user, settings, folder and restrictions are
 * those of the unit: `ProtectSystem=strict` and `StateDirectory` leave one folder writable, `PrivateTmp` and `PrivateDevices` give the
 * service temporary files and devices of its own, `NoNewPrivileges` and the empty `CapabilityBoundingSet` are set by setpriv. Not
 * applied are `RestrictNamespaces`, `RestrictAddressFamilies` and the filters of system calls.
 */
export class InstalledService {
  readonly #program: Program;

  constructor(root: DebianRoot, { isUpdated }: { isUpdated: boolean }) {
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
    const folders = [isUpdated ? '--bind' : '--ro-bind', root.folder, '/', '--bind', root.path(data), data];
    const rights = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((name) => ['--cap-add', name]);
    const [home = '/'] = all('WorkingDirectory');
    const process = ['--as-pid-1', '--die-with-parent', '--chdir', home, '--clearenv'];
    const script = `umask ${all('UMask')[0]}; exec ${all('ExecStart')[0]}`;
    const service = ['setpriv', ...restrictions, 'sh', '-c', script];
    const portal = isUpdated ? ['sh', '-c', ALWAYS, home, ...service] : service;
    const args = [...folders, ...MACHINE, ...rights, ...process, ...variables, '--', ...portal];
    this.#program = new Program('bwrap', args, {}, []);
  }

  /** Waits until the portal prints its address. */
  async waitUntilRunning(): Promise<void> {
    await this.#program.waitForOutput(/Snimok is running: \S+/);
  }

  /** Runs a program as root beside the running service, whose processes it sees, as in a terminal. Returns its output. */
  run(program: string, ...args: string[]): string {
    return command('nsenter', ...this.#entered(program, args));
  }

  /** Begins to run a program as root beside the running service. */
  begin(program: string, ...args: string[]): Program {
    return new Program('nsenter', this.#entered(program, args), {}, []);
  }

  #entered(program: string, args: string[]): string[] {
    const options = ['--target', String(this.#portal), '--mount', '--pid', '--ipc', '--root', '--wd=/'];
    return [...options, 'env', '-i', `PATH=${PATH}`, program, ...args];
  }

  /** The folder of the version that runs, of a service that may be updated. */
  runningFolder(): string {
    return this.run('sh', '-c', `readlink "/proc/$(cat ${PID})/cwd"`).trim();
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

  /** The pid of the portal, or of the shell that starts it again: the only child process of bwrap. */
  get #portal(): number {
    const [pid] = this.#program.children();
    if (pid === undefined) throw new Error(`the service has ended: ${this.#program.stderr}`);
    return pid;
  }
}
