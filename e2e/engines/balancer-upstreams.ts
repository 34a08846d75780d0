import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { Cluster } from './cluster.ts';
import { type Host, PORTAL } from './machines.ts';
import { PORTS } from './systemd-units.ts';
import { until } from './until.ts';

/** Any answer will do; nginx has a group of servers for requests and another for WebSockets. */
const probe = (path: string, headers: Record<string, string>): Promise<unknown> =>
  new Promise((resolve) => {
    const sent = request({ host: PORTAL, path, headers }, (reply) => reply.resume().once('end', resolve));
    sent.once('upgrade', (_reply, socket) => resolve(socket.destroy()));
    sent.once('error', resolve).end();
  });

const PROBES: [path: string, headers: Record<string, string>][] = [
  ['/api/1/settings/none', {}],
  ['/connection/websocket', { connection: 'Upgrade', upgrade: 'websocket' }],
];

/** Waits until nginx passes requests and WebSockets to the API of this host, according to its access log. */
export const passesRequestsTo = async (cluster: Cluster, host: Host) => {
  const upstream = `${cluster.wires.addressOf(host)}:${PORTS.api}`;
  const { logFile } = cluster.service('nginx');
  const alreadyLogged = readFileSync(logFile, 'utf8').length;
  await until(`nginx to pass requests to ${upstream}`, async () => {
    await Promise.all(PROBES.map((one) => probe(...one)));
    const lines = readFileSync(logFile, 'utf8').slice(alreadyLogged).split('\n');
    return PROBES.every(([path]) =>
      lines.some((line) => line.includes(`"path":"${path}"`) && line.includes(`"upstream":"${upstream}"`)),
    );
  });
};
