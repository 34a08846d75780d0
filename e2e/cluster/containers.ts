import { join } from 'node:path';
import { certificateOf } from './balancer.ts';
import { folderOf, type Installation } from './installation.ts';
import type { Host } from './machines.ts';
import type { Plan } from './service.ts';
import { environmentOf, PORTS } from './systemd-units.ts';
import type { UnpackedImage } from './unpacked-image.ts';

const CERTIFICATE = '/etc/snimok/authority.pem';

/** The API or the worker of a host as a container, with the command and settings of ops/compose.yaml and an empty volume. */
export const planContainer = (
  installation: Installation,
  host: Host,
  role: 'api' | 'worker',
  image: UnpackedImage,
): Plan => {
  const name = `${role}-${host}`;
  const setting = role === 'api' ? 'PORT' : 'WORKER_PORT';
  const [program, ...args] = image.containerCommand(`${name}-${process.pid}`, {
    folder: folderOf(installation, host, `container-${role}`),
    volume: join(folderOf(installation, host), `volume-${role}`),
    settings: {
      ...environmentOf(installation),
      [setting]: String(PORTS[role]),
      NODE_EXTRA_CA_CERTS: CERTIFICATE,
    },
    args: [`apps/server/src/entry/${role}.ts`],
    // `ip netns exec` puts the names of the machines there
    files: { '/etc/hosts': '/etc/hosts', [CERTIFICATE]: certificateOf(installation) },
  });
  return { name, machine: host, program, args };
};
