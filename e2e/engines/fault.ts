import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Cluster } from './cluster.ts';
import { expectAllKept } from './durability.ts';
import type { Crowd } from './users/users.ts';
import { type Allowed, expectTold, summaryOf } from './answers.ts';
import { ROOT } from './root.ts';
import { until } from './until.ts';

/** Has a row for every fault. */
const OPERATIONS = join(ROOT, 'docs/operations.md');
/** One row a fault, to be copied into docs/operations.md. */
const TABLE = join(ROOT, 'test-results/faults.md');

export interface Fault extends Allowed {
  /** what the table says was done */
  done: string;
  begin: (cluster: Cluster) => void | Promise<void>;
  /** Brings it back; absent where systemd does. */
  end?: (cluster: Cluster) => void | Promise<void>;
  /** What it lasts for; absent: whatever somebody does at that time, she has been answered. */
  lasting?: (cluster: Cluster, crowd: Crowd) => Promise<unknown>;
}

/** Does it to the cluster while people are at work, and sees that they were told, that it healed and that all is kept. */
export const endure = async (cluster: Cluster, crowd: Crowd, fault: Fault): Promise<void> => {
  expect(readFileSync(OPERATIONS, 'utf8'), 'the table of faults').toContain(`| ${test.info().title} |`);
  await until('everybody to be well before it', () => crowd.areWellSince(Date.now() - 3_000));
  const began = Date.now();
  const untried = () => crowd.untriedSince(began);
  const everybodyTried = () =>
    until(
      () => `everybody to have tried: ${untried().join('; ')}`,
      () => untried().length === 0,
    );
  await fault.begin(cluster);
  try {
    await (fault.lasting ?? everybodyTried)(cluster, crowd);
  } finally {
    await fault.end?.(cluster);
  }
  const ended = Date.now();
  await cluster.ready();
  await until('everybody to be well again', () => crowd.areWellSince(ended));
  const seconds = (Date.now() - ended) / 1000;
  const answers = crowd.diary.since(began);
  expectTold(answers, fault);
  await expectAllKept(cluster, crowd);
  mkdirSync(dirname(TABLE), { recursive: true });
  const row = [test.info().title, fault.done, summaryOf(answers), `${seconds.toFixed(1)} s`, 'nothing'];
  appendFileSync(TABLE, `| ${row.join(' | ')} |\n`);
};
