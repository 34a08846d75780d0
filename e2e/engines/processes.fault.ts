import { expect, test } from './crowd.ts';
import { endure } from './fault.ts';
import { processingHost, takeoversSince } from './jobs.ts';
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

test('a worker is killed with a study in hand', async ({ cluster, crowd }) => {
  let killedAt = 0;
  const begin = async () => {
    const host = await until('a worker to process a study', () => processingHost(cluster));
    cluster.service(`worker-${host}`).crash();
    killedAt = Date.now();
  };
  const meanwhile = async () => {
    const [first] = await until('its job to be taken over', () => takeoversSince(cluster, killedAt));
    expect(first.at - killedAt).toBeLessThan(TAKEN_OVER_WITHIN_MS);
  };
  await endure(cluster, crowd, { done: 'SIGKILL; systemd starts it again', begin, meanwhile });
});

test('a worker hangs', async ({ cluster, crowd }) => {
  const worker = cluster.service('worker-one');
  const [begin, end] = [() => worker.freeze(), () => worker.thaw()];
  await endure(cluster, crowd, { done: 'SIGSTOP, SIGCONT', begin, end });
});

test('a host is cut off', async ({ cluster, crowd }) => {
  const [begin, end] = [() => cluster.wires.cut('one'), () => cluster.wires.mend('one')];
  await endure(cluster, crowd, { done: 'its cable is drawn, and put back', begin, end });
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
