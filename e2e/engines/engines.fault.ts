import type { Engine } from './cluster.ts';
import { expect, test } from './crowd.ts';
import { endure, type Fault } from './fault.ts';
import { expectLetters } from './kept.ts';
import type { Place } from './places.ts';

// One engine after the other dies, hangs and is cut off while people are at work.

const engines: { engine: Engine; place: Place; name: string; allowed?: Pick<Fault, 'silence'> }[] = [
  { engine: 'postgres', place: 'postgres', name: 'PostgreSQL' },
  { engine: 's3', place: 's3', name: 'the S3 server' },
  { engine: 'centrifugo', place: 'centrifugo', name: 'Centrifugo' },
  { engine: 'mail', place: 'mail', name: 'the mail server' },
  { engine: 'nginx', place: 'balancer', name: 'nginx', allowed: { silence: true } },
];

for (const { engine, place, name, allowed } of engines) {
  test(`${name} is killed`, async ({ cluster, crowd }) => {
    const service = cluster.service(engine);
    const [begin, end] = [() => service.kill(), () => service.start()];
    await endure(cluster, crowd, { done: 'SIGKILL, started again', begin, end, ...allowed });
  });

  test(`${name} hangs`, async ({ cluster, crowd }) => {
    const service = cluster.service(engine);
    const [begin, end] = [() => service.freeze(), () => service.thaw()];
    await endure(cluster, crowd, { done: 'SIGSTOP, SIGCONT', begin, end, ...allowed });
  });

  test(`${name} is cut off`, async ({ cluster, crowd }) => {
    const [begin, end] = [() => cluster.wires.cut(place), () => cluster.wires.mend(place)];
    await endure(cluster, crowd, { done: 'its cable is drawn, and put back', begin, end, ...allowed });
  });
}

test('whatever happened, every letter has come', async ({ cluster, crowd }) => {
  expect(crowd.ledger.bookings.length).toBeGreaterThan(0);
  await expectLetters(cluster);
});
