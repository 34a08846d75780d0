import { expect, test } from './crowd.ts';
import { endure } from './fault.ts';
import type { Cluster } from './cluster.ts';
import { processingHost, takeoverSince } from './jobs.ts';
import { HOSTS, type Host } from './places.ts';
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

/** From the moment when the worker of a host that has a study in hand is gone, until another has its jobs. */
const losing = (cluster: Cluster, lose: (host: Host) => void) => {
  let lostAt = 0;
  return {
    begin: async () => {
      const host = await until('a worker to process a study', () => processingHost(cluster), { everyMs: 20 });
      lostAt = Date.now();
      lose(host);
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
