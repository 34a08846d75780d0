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
import { ALIASES, addressIn, PLACES, type Place } from './machines.ts';

/** Where `ip netns exec` looks for the files that a namespace has instead of those of /etc. */
const ETC = '/etc/netns';
const NAMESPACES = '/run/netns';
const PREFIX = 'snimok';
/** The rest of it is reserved for measurements of networks (RFC 2544), so that nothing real is hidden. */
const NETWORK = '198.18';

const ip = (...args: string[]) => command('ip', ...args);

/** Machines of one installation, each a network namespace of Linux, on one switch that is a namespace too. */
export class Wires {
  readonly #prefix = `${PREFIX}${process.pid}`;
  readonly #network: string;

  private constructor(network: string) {
    this.#network = network;
  }

  /** `network`: the first three numbers of its addresses. */
  static lay(network: string): Wires {
    const wires = new Wires(network);
    wires.#layAll();
    return wires;
  }

  addressOf(place: Place): string {
    return addressIn(this.#network, place);
  }

  namespaceOf(place: Place | 'switch'): string {
    return `${this.#prefix}-${place}`;
  }

  /** The cable is drawn at the switch: nothing tells either side, packets just no longer arrive. */
  cut(place: Place): void {
    ip('-n', this.#switch, 'link', 'set', `to-${place}`, 'down');
  }

  mend(place: Place): void {
    ip('-n', this.#switch, 'link', 'set', `to-${place}`, 'up');
  }

  remove(): void {
    for (const place of [...PLACES, 'switch'] as const) removeNamespace(this.namespaceOf(place));
  }

  get #switch(): string {
    return this.namespaceOf('switch');
  }

  #layAll(): void {
    ip('netns', 'add', this.#switch);
    ip('-n', this.#switch, 'link', 'add', 'switch', 'up', 'type', 'bridge');
    const hosts = PLACES.map((place) => [this.addressOf(place), place, ...(ALIASES[place] ?? [])]);
    const hostsFile = ['127.0.0.1 localhost', ...hosts.map((names) => names.join(' ')), ''].join('\n');
    for (const place of PLACES) {
      const namespace = this.namespaceOf(place);
      ip('netns', 'add', namespace);
      mkdirSync(join(ETC, namespace), { recursive: true });
      writeFileSync(join(ETC, namespace, 'hosts'), hostsFile);
      this.#plug(place, 'cable', namespace);
      ip('-n', namespace, 'address', 'add', `${this.addressOf(place)}/24`, 'dev', 'cable');
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
      ip('-n', namespace, 'link', 'set', 'cable', 'up');
    }
    // this machine, where people sit: it is on the switch as well
    const here = `${this.#prefix}p`;
    this.#plug('people', here, String(process.pid));
    ip('address', 'add', `${this.#network}.1/24`, 'dev', here);
    ip('link', 'set', here, 'up');
  }

  #plug(place: Place | 'people', end: string, namespace: string): void {
    const port = `to-${place}`;
    ip(
      'link',
      'add',
      'name',
      end,
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
    for (const pid of pidsOf(namespace)) killNow(pid);
    ip('netns', 'delete', namespace);
  }
  rmSync(join(ETC, namespace), { recursive: true, force: true });
};

const killNow = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself meanwhile
  }
};

/** A new folder that `clearAway` knows. */
export const makeFolder = (): string => mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));

/** What a run that was killed has left: namespaces and a folder whose names have the id of a process that is no more. */
export const clearAway = (): void => {
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

/** A network that no other run on this machine uses: 198.18.0 to 198.18.255. */
export const freeNetwork = (): string => {
  const taken = ip('-4', '-o', 'address');
  const networks = Array.from({ length: 256 }, (_, third) => `${NETWORK}.${third}`);
  const free = networks.find((network) => !taken.includes(` ${network}.`));
  if (!free) throw new Error(`every network of ${NETWORK}.0.0/16 is taken`);
  return free;
};

/** Namespaces are root's to make; a run that cannot have them has tried nothing. */
export const mustBeRoot = (): void => {
  if (process.platform === 'linux' && process.getuid?.() === 0) return;
  throw new Error('The tests with a cluster make network namespaces: run them as root, on Linux.');
};
