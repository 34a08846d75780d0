import { expect, test } from './fault-test.ts';
import { endure } from './fault.ts';
import type { Cluster } from './cluster.ts';
import { processingHost, takeoverSince } from './jobs.ts';
import { listen } from './users/listening.ts';
import { HOSTS, type Host } from './machines.ts';
import { PORTS } from './systemd-units.ts';
import { until } from './until.ts';

// One process after the other fails while people are at work, and then a whole host.

/** A worker that died gives its job to another one within that time, whoever that is. */
const TAKEN_OVER_WITHIN_MS = 30_000;

test('an API is killed', async ({ cluster, crowd }) => {
  const done = 'SIGKILL; systemd starts it again';
  await endure(cluster, crowd, { done, begin: () => cluster.service('api-one').crash() });
});

test('an API hangs', async ({ cluster, crowd }) => {
  const api = cluster.service('api-two');
  await endure(cluster, crowd, {
    done: 'SIGSTOP, SIGCONT',
    begin: () => api.freeze(),
    end: () => api.thaw(),
  });
});

/** What only these tests ask for, and how often an API says that it was asked for it. */
const UNUSUAL = '/api/1/openapi.json';
const askedOf = async ({ installation }: Cluster, host: Host): Promise<number> => {
  const metrics = await fetch(`http://${installation.wires.addressOf(host)}:${PORTS.api}/metrics`);
  const counts = (await metrics.text()).matchAll(/^snimok_request_duration_seconds_count\{(.*)\} (\d+)$/gm);
  return [...counts].reduce((sum, [, labels, n]) => sum + (labels?.includes(UNUSUAL) ? Number(n) : 0), 0);
};

test('an API that comes back gets its half of what is asked, though the other has all WebSockets', async ({
  cluster,
  crowd,
}) => {
  const api = cluster.service('api-one');
  const begun = Date.now();
  api.kill();
  const pages = Array.from({ length: 12 }, () => listen(cluster.address, crowd.doctors[0], crowd.diary));
  try {
    await until('every page to hear', () => pages.every((page) => page.hasHeardSince(begun)));
    api.start();
    await cluster.ready();
    const asked = () => Promise.all(HOSTS.map((host) => askedOf(cluster, host)));
    const ask = async () => (await fetch(`${cluster.address}${UNUSUAL}`)).arrayBuffer();
    // and until it is warm: one that answers late is asked less, as it should be
    await until('the balancer to ask it again', async () => {
      for (let n = 0; n < 20; n++) await ask();
      return (await asked())[0]! > 100;
    });
    const before = await asked();
    for (let n = 0; n < 100; n++) await ask();
    const shares = (await asked()).map((count, at) => count - before[at]!);
    expect(Math.min(...shares), `of 100: ${shares.join(' and ')}`).toBeGreaterThan(25);
  } finally {
    api.start();
    await Promise.all(pages.map((page) => page.stop()));
  }
});

/** A worker that stands still with a study in hand: it cannot be done before the worker is lost. */
const holdAtWork = (cluster: Cluster): Host | undefined => {
  const host = processingHost(cluster);
  if (!host) return undefined;
  const worker = cluster.service(`worker-${host}`);
  worker.freeze();
  if (processingHost(cluster) === host) return host;
  worker.thaw();
  return undefined;
};

/** From the moment when the worker of a host that has a study in hand is gone, until another has its jobs. */
const losing = (cluster: Cluster, lose: (host: Host) => void) => {
  let lostAt = 0;
  return {
    begin: async () => {
      const host = await until('a worker to be held with a study', () => holdAtWork(cluster), {
        everyMs: 20,
      });
      lostAt = Date.now();
      lose(host);
      cluster.service(`worker-${host}`).thaw();
    },
    lasting: async () => {
      const takenAt = await until('its jobs to be taken over', () => takeoverSince(cluster, lostAt));
      expect(takenAt - lostAt).toBeLessThan(TAKEN_OVER_WITHIN_MS);
    },
  };
};

test('a worker is killed with a study in hand', async ({ cluster, crowd }) => {
  const lost = losing(cluster, (host) => cluster.service(`worker-${host}`).crash());
  await endure(cluster, crowd, { done: 'SIGKILL; systemd starts it again', ...lost });
});

test('a worker hangs', async ({ cluster, crowd }) => {
  const worker = cluster.service('worker-one');
  const [begin, end] = [() => worker.freeze(), () => worker.thaw()];
  await endure(cluster, crowd, { done: 'SIGSTOP, SIGCONT', begin, end });
});

test('a host with a study in hand is cut off', async ({ cluster, crowd }) => {
  const cut = losing(cluster, (host) => cluster.wires.cut(host));
  const end = () => HOSTS.forEach((host) => cluster.wires.mend(host));
  await endure(cluster, crowd, { done: 'its cable is drawn, and put back', ...cut, end });
});

test('a host dies', async ({ cluster, crowd }) => {
  const services = [cluster.service('api-two'), cluster.service('worker-two')];
  const begin = () => {
    // as by a power cut: nobody on the line is told that it is over
    cluster.wires.cut('two');
    for (const service of services) service.kill();
  };
  const end = () => {
    cluster.wires.mend('two');
    for (const service of services) service.start();
  };
  await endure(cluster, crowd, { done: 'its cable is drawn, all of it SIGKILL; started again', begin, end });
});
