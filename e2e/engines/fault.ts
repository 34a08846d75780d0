import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type AllowedFailures, expectClearAnswers, summaryOf } from './answers.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { expectNothingLost } from './durability.ts';
import { ROOT } from '../cluster/root.ts';
import { until } from '../cluster/until.ts';
import type { Users } from './users/users.ts';

/** Its section «Tested faults» has one row per fault. */
const OPERATIONS = join(ROOT, 'docs/operations.md');
/** The rows of this run, with the columns of the table in docs/operations.md. */
const TABLE = join(ROOT, 'test-results/faults.md');

export interface Fault extends AllowedFailures {
  /** the second column of the table */
  simulatedBy: string;
  inject: (cluster: Cluster) => void | Promise<void>;
  /** absent if systemd restarts the process */
  recover?: (cluster: Cluster) => void | Promise<void>;
  /** By default recovery begins when each activity of the users has been answered a few times. */
  waitForEffect?: (cluster: Cluster, users: Users) => Promise<unknown>;
}

/** Injects a fault while users work. Calls must be answered clearly, the cluster must recover, and nothing may be lost. */
export const runFault = async (cluster: Cluster, users: Users, fault: Fault): Promise<void> => {
  const { title } = test.info();
  expect(readFileSync(OPERATIONS, 'utf8'), 'the table of faults').toContain(`| ${title} |`);
  await until('all users to be served before the fault', () => users.areServedSince(Date.now() - 3_000));
  const injectedAt = Date.now();
  const unanswered = () => users.unansweredSince(injectedAt);
  const everyActivityAnswered = () =>
    until(
      () => `answers to every activity: ${unanswered().join('; ')}`,
      () => unanswered().length === 0,
    );
  await fault.inject(cluster);
  try {
    await (fault.waitForEffect ?? everyActivityAnswered)(cluster, users);
  } finally {
    await fault.recover?.(cluster);
  }
  const recoveredAt = Date.now();
  await cluster.waitUntilReady();
  await until('all users to be served again', () => users.areServedSince(recoveredAt));
  const seconds = (Date.now() - recoveredAt) / 1000;
  const calls = users.log.since(injectedAt);
  expectClearAnswers(calls, fault);
  await expectNothingLost(cluster, users);
  mkdirSync(dirname(TABLE), { recursive: true });
  const row = [title, fault.simulatedBy, summaryOf(calls), `${seconds.toFixed(1)} s`];
  appendFileSync(TABLE, `| ${row.join(' | ')} |\n`);
};
