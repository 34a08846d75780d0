import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { Cluster } from './cluster.ts';
import { type Host, PORTAL } from './machines.ts';
import { PORTS } from './systemd-units.ts';
import { until } from './until.ts';

const PROBE_TIMEOUT_MS = 10_000;

/** Sends a request for which any response will do, and closes the connection at once: nginx logs a request when it ends. */
const probe = (path: string, headers: Record<string, string>): Promise<void> =>
  new Promise((resolve) => {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const sent = request({ host: PORTAL, path, headers, signal });
    sent.once('response', () => sent.destroy());
    sent.once('upgrade', (_response, socket) => socket.destroy());
    sent.on('error', () => undefined);
    sent.once('close', () => resolve()).end();
  });

/** nginx has one upstream group for requests and one for WebSockets. */
const PROBES: [path: string, headers: Record<string, string>][] = [
  ['/api/1/settings/none', {}],
  ['/connection/websocket', { connection: 'Upgrade', upgrade: 'websocket' }],
];

/** Waits until nginx passes requests and WebSockets to the API of this host, according to its access log. */
export const waitForUpstream = async (cluster: Cluster, host: Host) => {
  const upstream = `${cluster.network.addressOf(host)}:${PORTS.api}`;
  const { logFile } = cluster.service('nginx');
  const alreadyLogged = readFileSync(logFile, 'utf8').length;
  await until(`nginx to pass requests to ${upstream}`, async () => {
    await Promise.all(PROBES.map((args) => probe(...args)));
    const lines = readFileSync(logFile, 'utf8').slice(alreadyLogged).split('\n');
    return PROBES.every(([path]) =>
      lines.some((line) => line.includes(`"path":"${path}"`) && line.includes(`"upstream":"${upstream}"`)),
    );
  });
};
