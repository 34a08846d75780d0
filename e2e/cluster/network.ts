import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from './command.ts';
import { ALIASES, addressIn, MACHINES, type Machine } from './machines.ts';

/** `ip netns exec` mounts the files of a namespace from here over those of /etc. */
const ETC = '/etc/netns';
const NAMESPACES = '/run/netns';
const PREFIX = 'snimok';
/** Reserved for network benchmarks (RFC 2544), so that no real address becomes unreachable. */
const ADDRESS_RANGE = '198.18';

const ip = (...args: string[]) => command('ip', ...args);

/** The machines of one installation: Linux network namespaces, connected by a bridge in a namespace of its own. */
export class Network {
  readonly #prefix = `${PREFIX}${process.pid}`;
  readonly #subnet: string;

  private constructor(subnet: string) {
    this.#subnet = subnet;
  }

  /** @param subnet the first three numbers of the addresses */
  static create(subnet: string): Network {
    const network = new Network(subnet);
    network.#createAll();
    return network;
  }

  addressOf(machine: Machine): string {
    return addressIn(this.#subnet, machine);
  }

  namespaceOf(machine: Machine | 'switch'): string {
    return `${this.#prefix}-${machine}`;
  }

  /** Disables the port of the switch: packets are dropped and neither side receives an error. */
  disconnect(machine: Machine): void {
    ip('-n', this.#switch, 'link', 'set', `to-${machine}`, 'down');
  }

  reconnect(machine: Machine): void {
    ip('-n', this.#switch, 'link', 'set', `to-${machine}`, 'up');
  }

  remove(): void {
    for (const machine of [...MACHINES, 'switch'] as const) removeNamespace(this.namespaceOf(machine));
  }

  get #switch(): string {
    return this.namespaceOf('switch');
  }

  #createAll(): void {
    ip('netns', 'add', this.#switch);
    ip('-n', this.#switch, 'link', 'add', 'switch', 'up', 'type', 'bridge');
    const hosts = MACHINES.map((machine) => [this.addressOf(machine), machine, ...(ALIASES[machine] ?? [])]);
    const hostsFile = ['127.0.0.1 localhost', ...hosts.map((names) => names.join(' ')), ''].join('\n');
    for (const machine of MACHINES) {
      const namespace = this.namespaceOf(machine);
      ip('netns', 'add', namespace);
      mkdirSync(join(ETC, namespace), { recursive: true });
      writeFileSync(join(ETC, namespace, 'hosts'), hostsFile);
      this.#connect(machine, 'eth0', namespace);
      ip('-n', namespace, 'address', 'add', `${this.addressOf(machine)}/24`, 'dev', 'eth0');
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
      ip('-n', namespace, 'link', 'set', 'eth0', 'up');
    }
    // the test process and the browsers are connected to the switch too
    const local = `${this.#prefix}p`;
    this.#connect('test', local, String(process.pid));
    ip('address', 'add', `${this.#subnet}.1/24`, 'dev', local);
    ip('link', 'set', local, 'up');
  }

  #connect(machine: Machine | 'test', interfaceName: string, namespace: string): void {
    const port = `to-${machine}`;
    ip(
      'link',
      'add',
      'name',
      interfaceName,
      'netns',
      namespace,
      'type',
      'veth',
      'peer',
      'name',
      port,
      'netns',
      this.#switch,
    );
    ip('-n', this.#switch, 'link', 'set', port, 'master', 'switch', 'up');
  }
}

const pidsOf = (namespace: string): number[] =>
  ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number);

const removeNamespace = (namespace: string): void => {
  if (existsSync(join(NAMESPACES, namespace))) {
    for (const pid of pidsOf(namespace)) killProcess(pid);
    ip('netns', 'delete', namespace);
  }
  rmSync(join(ETC, namespace), { recursive: true, force: true });
};

const killProcess = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // the process has ended meanwhile
  }
};

/** Creates a folder that `removeLeftovers` removes after the end of this process. */
export const createFolder = (): string => mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));

/** Removes what killed runs have left: namespaces and folders whose names contain the pid of an ended process. */
export const removeLeftovers = (): void => {
  const leftIn = (folder: string) =>
    (existsSync(folder) ? readdirSync(folder) : []).filter((name) => {
      const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
      return pid !== undefined && !isRunning(pid);
    });
  for (const name of new Set([NAMESPACES, ETC].flatMap(leftIn))) removeNamespace(name);
  for (const name of leftIn(tmpdir())) rmSync(join(tmpdir(), name), { recursive: true, force: true });
};

const isRunning = (pid: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
  } catch {
    return false;
  }
};

/** A subnet that no other run on this machine uses: 198.18.0 to 198.18.255. */
export const freeSubnet = (): string => {
  const taken = ip('-4', '-o', 'address');
  const networks = Array.from({ length: 256 }, (_, third) => `${ADDRESS_RANGE}.${third}`);
  const free = networks.find((subnet) => !taken.includes(` ${subnet}.`));
  if (!free) throw new Error(`every subnet of ${ADDRESS_RANGE}.0.0/16 is taken`);
  return free;
};

/**
 * Fails if the user is not root, because only root may create namespaces and skipped faults would count as tested.
 */
export const requireRoot = (): void => {
  if (process.platform === 'linux' && process.getuid?.() === 0) return;
  throw new Error('The tests with a cluster create network namespaces: run them as root on Linux.');
};
