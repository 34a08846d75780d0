import { expect, test } from './fault-test.ts';
import { runFault } from './fault.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { processingHost, takeoverSince } from './jobs.ts';
import { startListener } from './users/listening.ts';
import { HOSTS, type Host } from '../cluster/machines.ts';
import { PORTS } from '../cluster/systemd-units.ts';
import { until } from '../cluster/until.ts';

// Each process in turn fails while simulated users work, and then a whole host.

/** Another worker takes over the jobs of a lost one within this time. */
const TAKEN_OVER_WITHIN_MS = 30_000;

test('an API is killed', async ({ cluster, users }) => {
  const simulatedBy = 'SIGKILL; systemd starts it again';
  await runFault(cluster, users, { simulatedBy, inject: () => cluster.service('api-one').crash() });
});

test('an API hangs', async ({ cluster, users }) => {
  const api = cluster.service('api-two');
  await runFault(cluster, users, {
    simulatedBy: 'SIGSTOP, SIGCONT',
    inject: () => api.freeze(),
    recover: () => api.thaw(),
  });
});

/** A path that only this test requests. */
const COUNTED_PATH = '/api/1/openapi.json';

/** How often the API of a host has served that path, according to its metrics. */
const servedBy = async ({ installation }: Cluster, host: Host): Promise<number> => {
  const metrics = await fetch(`http://${installation.network.addressOf(host)}:${PORTS.api}/metrics`);
  const counts = (await metrics.text()).matchAll(/^snimok_request_duration_seconds_count\{(.*)\} (\d+)$/gm);
  return [...counts].reduce(
    (sum, [, labels, n]) => sum + (labels?.includes(COUNTED_PATH) ? Number(n) : 0),
    0,
  );
};

test('a restarted API gets its share of the requests while the other API has all WebSockets', async ({
  cluster,
  users,
}) => {
  const api = cluster.service('api-one');
  const killedAt = Date.now();
  api.kill();
  const pages = Array.from({ length: 12 }, () => startListener(cluster.address, users.doctors[0], users.log));
  try {
    await until('every page to receive an event', () =>
      pages.every((page) => page.hasReceivedSince(killedAt)),
    );
    api.start();
    await cluster.waitUntilReady();
    const served = () => Promise.all(HOSTS.map((host) => servedBy(cluster, host)));
    const request = async () => (await fetch(`${cluster.address}${COUNTED_PATH}`)).arrayBuffer();
    // warm up: nginx sends fewer requests to an API with slower responses; hundreds of requests take minutes on a busy machine
    await until(
      'the balancer to use the restarted API',
      async () => {
        for (let n = 0; n < 20; n++) await request();
        return (await served())[0]! > 100;
      },
      { withinMs: 240_000 },
    );
    const before = await served();
    for (let n = 0; n < 100; n++) await request();
    const shares = (await served()).map((count, at) => count - before[at]!);
    expect(Math.min(...shares), `of 100: ${shares.join(' and ')}`).toBeGreaterThan(25);
  } finally {
    api.start();
    await Promise.all(pages.map((page) => page.stop()));
  }
});

test('the load balancer does not serve the metrics, however their path is written', async ({ cluster }) => {
  for (const path of ['/metrics', '/metrics/', '//metrics', '/%6detrics', '/x/../metrics/', '/metrics?x']) {
    const { status } = await fetch(`${cluster.address}${path}`);
    expect([path, status]).toEqual([path, 404]);
  }
});

/** Freezes a worker while it processes a study, so that the study cannot be finished before the worker is lost. */
const freezeProcessingWorker = (cluster: Cluster): Host | undefined => {
  const host = processingHost(cluster);
  if (!host) return undefined;
  const worker = cluster.service(`worker-${host}`);
  worker.freeze();
  if (processingHost(cluster) === host) return host;
  worker.thaw();
  return undefined;
};

/** Loses the worker that is processing a study, and waits until another worker has taken over its jobs. */
const workerLoss = (cluster: Cluster, lose: (host: Host) => void) => {
  let lostAt = 0;
  return {
    inject: async () => {
      const host = await until('a worker to process a study', () => freezeProcessingWorker(cluster), {
        everyMs: 20,
      });
      lostAt = Date.now();
      lose(host);
      cluster.service(`worker-${host}`).thaw();
    },
    waitForEffect: async () => {
      const takenAt = await until('its jobs to be taken over', () => takeoverSince(cluster, lostAt));
      expect(takenAt - lostAt).toBeLessThan(TAKEN_OVER_WITHIN_MS);
    },
  };
};

test('a worker is killed while it processes a study', async ({ cluster, users }) => {
  const loss = workerLoss(cluster, (host) => cluster.service(`worker-${host}`).crash());
  await runFault(cluster, users, { simulatedBy: 'SIGKILL; systemd starts it again', ...loss });
});

test('a worker hangs', async ({ cluster, users }) => {
  const worker = cluster.service('worker-one');
  const inject = () => worker.freeze();
  const recover = () => worker.thaw();
  await runFault(cluster, users, { simulatedBy: 'SIGSTOP, SIGCONT', inject, recover });
});

test('a host that processes a study is cut off', async ({ cluster, users }) => {
  const loss = workerLoss(cluster, (host) => cluster.network.disconnect(host));
  const recover = () => HOSTS.forEach((host) => cluster.network.reconnect(host));
  await runFault(cluster, users, { simulatedBy: 'its connection is cut and restored', ...loss, recover });
});

test('a host dies', async ({ cluster, users }) => {
  const services = [cluster.service('api-two'), cluster.service('worker-two')];
  const inject = () => {
    // as in a power failure: disconnected first, so that no peer receives the end of a connection
    cluster.network.disconnect('two');
    for (const service of services) service.kill();
  };
  const recover = () => {
    cluster.network.reconnect('two');
    for (const service of services) service.start();
  };
  const simulatedBy = 'its connection is cut, all processes get SIGKILL; started again';
  await runFault(cluster, users, { simulatedBy, inject, recover });
});
