import type { Cluster, Engine } from './cluster.ts';
import { expect, test } from './fault-test.ts';
import { endure, type Fault } from './fault.ts';
import { expectLetters } from './durability.ts';
import type { Place } from './machines.ts';
import { ask } from './postgres.ts';
import type { Crowd } from './users/users.ts';
import { readinessOf } from './readiness.ts';
import { until } from './until.ts';

// One engine after the other dies, hangs and is cut off while people are at work.

interface Subject {
  engine: Engine;
  place: Place;
  name: string;
  /** when it has shown that it is not there */
  lasting?: Fault['lasting'];
  silence?: boolean;
  bytesBreakOff?: boolean;
}

const saysUnready = (cluster: Cluster) =>
  until('the portal to say that it is not ready', async () => {
    const answers = await readinessOf(cluster.installation);
    return answers.every(({ status }) => status === 503);
  });

const lettersWait = ({ installation }: Cluster) => {
  const waiting = `select 1 from letters where sent_at is null and created_at < now() - interval '3 seconds'`;
  return until('letters to wait', () => ask(installation, waiting).length > 0);
};

/** Who hears nothing for so long waits for somebody who is not there. */
const LONG_MS = 4_000;

const everybodyWaits = (_: Cluster, crowd: Crowd) =>
  until('everybody to wait', () => crowd.haveWaited(LONG_MS));

const engines: Subject[] = [
  { engine: 'postgres', place: 'postgres', name: 'PostgreSQL' },
  { engine: 's3', place: 's3', name: 'the S3 server', lasting: saysUnready, bytesBreakOff: true },
  { engine: 'centrifugo', place: 'centrifugo', name: 'Centrifugo' },
  { engine: 'mail', place: 'mail', name: 'the mail server', lasting: lettersWait },
  { engine: 'nginx', place: 'balancer', name: 'nginx', lasting: everybodyWaits, silence: true },
];

for (const { engine, place, name, ...rest } of engines) {
  test(`${name} is killed`, async ({ cluster, crowd }) => {
    const service = cluster.service(engine);
    const [begin, end] = [() => service.kill(), () => service.start()];
    await endure(cluster, crowd, { done: 'SIGKILL, started again', begin, end, ...rest });
  });

  test(`${name} hangs`, async ({ cluster, crowd }) => {
    const service = cluster.service(engine);
    const [begin, end] = [() => service.freeze(), () => service.thaw()];
    await endure(cluster, crowd, { done: 'SIGSTOP, SIGCONT', begin, end, ...rest });
  });

  test(`${name} is cut off`, async ({ cluster, crowd }) => {
    const [begin, end] = [() => cluster.wires.cut(place), () => cluster.wires.mend(place)];
    await endure(cluster, crowd, { done: 'its cable is drawn, and put back', begin, end, ...rest });
  });
}

test('whatever happened, every letter has come', async ({ cluster, crowd }) => {
  expect(crowd.ledger.bookings.length).toBeGreaterThan(0);
  await expectLetters(cluster);
});
