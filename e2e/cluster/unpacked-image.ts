import { createHash } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.ts';

interface Descriptor {
  digest: string;
}

interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  Volumes: Record<string, object>;
  WorkingDir: string;
  Healthcheck: { Test: string[] };
}

/** How one container differs from the image. */
interface ContainerOptions {
  /** the folder of the container's configuration and state */
  folder: string;
  /** the folder that is its volume */
  volume: string;
  settings: Record<string, string>;
  /** replaces the command of the image */
  args?: string[] | undefined;
  /** files of the machine that it reads, by their paths in the container */
  files?: Record<string, string>;
}

/** An image that is unpacked from its OCI layout, from which `crun` starts containers as a container engine does. */
export class UnpackedImage {
  readonly #rootfs: string;
  readonly config: ImageConfig;

  private constructor(rootfs: string, config: ImageConfig) {
    this.#rootfs = rootfs;
    this.config = config;
  }

  /** Unpacks a tar file of a layout below `folder`. Throws if a blob does not have the digest by which it is named. */
  static unpack(file: string, folder: string): UnpackedImage {
    const layout = join(folder, 'layout');
    const rootfs = join(folder, 'rootfs');
    for (const path of [layout, rootfs]) mkdirSync(path, { recursive: true });
    command('tar', '-xf', file, '-C', layout);
    const pathOf = ({ digest }: Descriptor) => {
      const path = join(layout, 'blobs', digest.replace(':', '/'));
      const found = createHash('sha256').update(readFileSync(path)).digest('hex');
      if (digest !== `sha256:${found}`) throw new Error(`${digest} is named wrongly: sha256:${found}`);
      return path;
    };
    const read = (descriptor: Descriptor) => JSON.parse(readFileSync(pathOf(descriptor), 'utf8'));
    const index = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8'));
    const manifest: { config: Descriptor; layers: Descriptor[] } = read(index.manifests[0]);
    for (const layer of manifest.layers)
      command('tar', '-xzpf', pathOf(layer), '--numeric-owner', '-C', rootfs);
    return new UnpackedImage(rootfs, read(manifest.config).config);
  }

  /**
   * The command that runs a container until it ends or receives SIGTERM. The container has the restrictions of ops/compose.yaml: a
   * read-only root folder and no capabilities. It shares the network of the process that starts it.
   */
  containerCommand(id: string, options: ContainerOptions): [program: string, ...args: string[]] {
    mkdirSync(options.folder, { recursive: true });
    mkdirSync(options.volume, { recursive: true, mode: 0o700 });
    chownSync(options.volume, this.#ids.uid, this.#ids.gid);
    writeFileSync(join(options.folder, 'config.json'), JSON.stringify(this.#runtimeConfig(options)));
    const crun = crunIn(options.folder);
    // a container that was killed has left its state
    return shell(`${crun} delete --force ${id} && exec ${crun} run --bundle ${options.folder} ${id}`);
  }

  /** The command that runs a program in a running container, as `docker exec` does: as the user of the image. */
  execCommand(id: string, folder: string, ...words: string[]): [program: string, ...args: string[]] {
    return shell(`exec ${crunIn(folder)} exec --user ${this.config.User} ${id} "$@"`, ...words);
  }

  get #ids() {
    const [uid = 0, gid = 0] = this.config.User.split(':').map(Number);
    return { uid, gid };
  }

  /** https://github.com/opencontainers/image-spec/blob/v1.1.0/conversion.md */
  #runtimeConfig({ volume, settings, args, files = {} }: ContainerOptions) {
    const { Env, Entrypoint, Cmd, Volumes, WorkingDir } = this.config;
    const temporary = (destination: string, ...options: string[]) => ({
      destination,
      type: 'tmpfs',
      source: 'tmpfs',
      options: ['nosuid', ...options],
    });
    const bound = (destination: string, source: string, ...options: string[]) => ({
      destination,
      type: 'bind',
      source,
      options: ['rbind', ...options],
    });
    return {
      ociVersion: '1.0.2',
      hostname: 'snimok',
      process: {
        terminal: false,
        user: this.#ids,
        args: [...Entrypoint, ...(args ?? Cmd)],
        env: [
          ...Env.filter((pair) => !Object.keys(settings).some((name) => pair.startsWith(`${name}=`))),
          ...Object.entries(settings).map((pair) => pair.join('=')),
        ],
        cwd: WorkingDir,
        capabilities: {},
        noNewPrivileges: true,
      },
      root: { path: this.#rootfs, readonly: true },
      mounts: [
        { destination: '/proc', type: 'proc', source: 'proc' },
        temporary('/dev', 'mode=755', 'size=65536k'),
        temporary('/dev/shm', 'mode=1777', 'size=65536k'),
        temporary('/tmp', 'mode=1777', 'size=256m'),
        ...Object.keys(Volumes).map((path) => bound(path, volume, 'rw')),
        ...Object.entries(files).map(([path, source]) => bound(path, source, 'ro')),
      ],
      linux: {
        namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
        maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/timer_list'],
        readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
      },
    };
  }
}

/** crun keeps the state of containers in `folder`. It uses no control groups, which only a service manager can delegate. */
const crunIn = (folder: string) => `crun --root ${join(folder, 'state')} --cgroup-manager=disabled`;

/** crun requires control groups of version 2 alone, so it sees their folder and not that of the machine. */
const shell = (script: string, ...words: string[]): [program: string, ...args: string[]] => {
  const mount = 'mount -t cgroup2 cgroup2 /sys/fs/cgroup';
  return ['unshare', '--mount', 'sh', '-c', `${mount} && ${script}`, 'sh', ...words];
};
