import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { output, unit, write } from './contents.mjs';
import { ownArchitecture, writeDebianBase } from './debian-base.mjs';
import { writeLayout } from './oci-layout.mjs';

/** The Debian of the image. */
export const SUITE = 'trixie';
/**
 * The user in the image, as a number, because Kubernetes cannot check of a name that it is not root (`runAsNonRoot`).
 */
const USER = 1000;
const DATA = '/var/lib/snimok';
const PORT = '8080';

/** @returns the words of a line of the systemd unit, which says how the portal is started */
const wordsOf = (key) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit())[1].split(' ');

const READY = `fetch(\`http://127.0.0.1:\${process.env.WORKER_PORT || process.env.PORT}/readyz\`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
const SECOND = 1_000_000_000;

/** The configuration of the image: program and settings are those of the systemd unit. */
export const imageConfig = ({ arch, release }) => {
  const [node, ...words] = wordsOf('ExecStart');
  const environment = wordsOf('Environment')
    // the cache of compiled modules is valid on one model of processor, so the image has none
    .filter((pair) => !pair.startsWith('NODE_COMPILE_CACHE='));
  const created = new Date(release.time * 1000).toISOString();
  return {
    created,
    architecture: arch,
    os: 'linux',
    config: {
      User: `${USER}:${USER}`,
      ExposedPorts: { [`${PORT}/tcp`]: {} },
      Env: [
        'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
        ...environment,
        'HOST=0.0.0.0',
        `PORT=${PORT}`,
        // an empty portal, as that of the Debian package
        'DEMO=off',
      ],
      Entrypoint: [node, ...words.slice(0, -1)],
      // the whole portal with its database; ops/compose.yaml starts an API or a worker instead
      Cmd: words.slice(-1),
      Volumes: { [DATA]: {} },
      WorkingDir: wordsOf('WorkingDirectory')[0],
      StopSignal: 'SIGTERM',
      Labels: {
        'org.opencontainers.image.title': 'snimok-portal',
        'org.opencontainers.image.version': release.version,
        'org.opencontainers.image.created': created,
      },
      // read by Docker and Podman; ready: database and storage respond
      Healthcheck: {
        Test: ['CMD', node, '-e', READY],
        Interval: 10 * SECOND,
        Timeout: 6 * SECOND,
        StartPeriod: 60 * SECOND,
        Retries: 3,
      },
    },
    history: [
      { created, created_by: `Debian ${SUITE}` },
      { created, created_by: `snimok-portal ${release.version}` },
    ],
  };
};

/** The layer above Debian: the portal, its user, and the folder of its data. `folder` contains the contents (`contents.mjs`). */
const writePortalLayer = async (file, { folder, base, scratch, release }) => {
  for (const name of ['passwd', 'group']) {
    const lines = await output('tar', ['--extract', '--to-stdout', '--file', base, `./etc/${name}`]);
    const own = name === 'passwd' ? `${USER}:${USER}::${DATA}:/usr/sbin/nologin` : `${USER}:`;
    write(join(scratch, 'etc', name), `${lines}\nsnimok:x:${own}\n`);
  }
  // the command `snimok-portal` reads it
  write(join(scratch, 'etc/snimok/snimok.env'), '# Settings are variables of the container.\n');
  mkdirSync(join(scratch, DATA), { recursive: true, mode: 0o700 });
  const add = (action, from, owner, ...paths) =>
    output('tar', [
      action,
      `--file=${file}`,
      '--format=gnu',
      '--sort=name',
      '--numeric-owner',
      `--owner=${owner}`,
      `--group=${owner}`,
      `--mtime=@${release.time}`,
      `--directory=${from}`,
      ...paths,
    ]);
  await add('--create', folder, 0, 'opt/snimok', 'usr/bin/snimok-portal');
  await add('--append', scratch, 0, 'etc/passwd', 'etc/group', 'etc/snimok');
  await add('--append', scratch, USER, DATA.slice(1));
};

/**
 * Builds the image in `out` from a folder with the contents (`contents.mjs`) and returns its path: a tar file of an OCI layout.
 * Needs `tar`, and `mmdebstrap` without `base`. The portal is that of the architecture of this machine.
 * @param {string | Promise<string> | undefined} base a tar file of the Debian below
 * @param level of the compression by gzip
 */
export const buildImage = async (folder, { release, out, base: prepared, level = 9 }) => {
  const arch = ownArchitecture();
  const scratch = mkdtempSync(join(tmpdir(), 'snimok-image-'));
  try {
    const ready = await prepared;
    const base = ready ?? join(scratch, 'base.tar');
    if (!ready) await writeDebianBase(base, { suite: SUITE, time: release.time });
    const portal = join(scratch, 'portal.tar');
    await writePortalLayer(portal, { folder, base, scratch, release });
    const layout = join(scratch, 'layout');
    const name = `snimok:${release.version.replace('+', '-')}`;
    const image = imageConfig({ arch, release });
    await writeLayout(layout, { layers: [base, portal], image, name, level });
    mkdirSync(out, { recursive: true });
    const file = join(out, `snimok-portal_${release.version}_${arch}.oci.tar`);
    const options = ['--sort=name', '--numeric-owner', '--owner=0', '--group=0', `--mtime=@${release.time}`];
    await output('tar', ['--create', `--file=${file}`, ...options, `--directory=${layout}`, '.']);
    return file;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};
