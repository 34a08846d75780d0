import type { Cluster, Engine } from '../cluster/cluster.ts';
import { expect, test } from './fault-test.ts';
import { runFault, type Fault } from './fault.ts';
import { expectLetters } from './durability.ts';
import type { Machine } from '../cluster/machines.ts';
import { queryDatabase } from '../cluster/postgres.ts';
import type { Users } from './users/users.ts';
import { readinessOf } from '../cluster/readiness.ts';
import { until } from '../cluster/until.ts';

// Each engine in turn is killed, hangs and is cut off while simulated users work.

interface Subject {
  engine: Engine;
  machine: Machine;
  name: string;
  /** the effect to wait for before recovery */
  waitForEffect?: Fault['waitForEffect'];
  noAnswers?: boolean;
  storeMayFail?: boolean;
}

const expectUnready = (cluster: Cluster) =>
  until('every process to report that it is not ready', async () => {
    const answers = await readinessOf(cluster.installation);
    return answers.every(({ status }) => status === 503);
  });

const expectWaitingLetters = ({ installation }: Cluster) => {
  const waiting = `select 1 from letters where sent_at is null and created_at < now() - interval '3 seconds'`;
  return until('letters to wait in the outbox', () => queryDatabase(installation, waiting).length > 0);
};

/** If no call is answered for this long, the balancer counts as unavailable. */
const NO_ANSWER_MS = 4_000;

const expectNoAnswers = (_: Cluster, users: Users) =>
  until('all calls to remain unanswered', () => users.hadNoAnswerFor(NO_ANSWER_MS));

const engines: Subject[] = [
  { engine: 'postgres', machine: 'postgres', name: 'PostgreSQL' },
  { engine: 's3', machine: 's3', name: 'the S3 server', waitForEffect: expectUnready, storeMayFail: true },
  { engine: 'centrifugo', machine: 'centrifugo', name: 'Centrifugo' },
  { engine: 'mail', machine: 'mail', name: 'the mail server', waitForEffect: expectWaitingLetters },
  { engine: 'nginx', machine: 'balancer', name: 'nginx', waitForEffect: expectNoAnswers, noAnswers: true },
];

for (const { engine, machine, name, ...rest } of engines) {
  test(`${name} is killed`, async ({ cluster, users }) => {
    const service = cluster.service(engine);
    const inject = () => service.kill();
    const recover = () => service.start();
    await runFault(cluster, users, { simulatedBy: 'SIGKILL, started again', inject, recover, ...rest });
  });

  test(`${name} hangs`, async ({ cluster, users }) => {
    const service = cluster.service(engine);
    const inject = () => service.freeze();
    const recover = () => service.thaw();
    await runFault(cluster, users, { simulatedBy: 'SIGSTOP, SIGCONT', inject, recover, ...rest });
  });

  test(`${name} is cut off`, async ({ cluster, users }) => {
    const inject = () => cluster.network.disconnect(machine);
    const recover = () => cluster.network.reconnect(machine);
    const simulatedBy = 'its connection is cut and restored';
    await runFault(cluster, users, { simulatedBy, inject, recover, ...rest });
  });
}

test('every letter is delivered after all faults', async ({ cluster, users }) => {
  expect(users.acknowledged.bookings.length).toBeGreaterThan(0);
  await expectLetters(cluster);
});
