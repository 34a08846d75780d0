import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addJob, countJobs } from '../platform/jobs/job-tables.ts';
import { allNamesOf, firstNameOf, jobKey } from '../platform/jobs/jobs.ts';
import { enqueueReconcile, enqueueRendition } from '../studies/objects/jobs.ts';
import { maintainStudies, planMaintenance } from '../studies/lifecycle/maintenance.ts';
import { listJobs } from '../testing/portal/queued-jobs.ts';
import { startServer, type TestServer } from '../testing/portal/server.ts';
import { until } from '../testing/requests-and-waiting/until.ts';
import { jobs } from './jobs.ts';

const renamed = jobs.filter((job) => firstNameOf(job) !== job.name);

/** Queues a job like an earlier version, in which the job had this name. */
const queueAsBefore = ({ context }: TestServer, name: string, key?: string) =>
  addJob(context.db, { name, key, payload: '{}', maxAttempts: 1, priority: 0 });

const namesInQueue = async ({ context }: TestServer) =>
  (await countJobs(context.db)).map(({ task }) => task).toSorted();

const readManual = () => readFile(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');

test('a job queued under its earlier name is done, and measured under its present name', async () => {
  const server = await startServer();
  await queueAsBefore(server, 'sweep');
  await server.work('delete-expired-data');
  await until(
    'the job to be done',
    async () => (await listJobs(server.context.db, { task: 'sweep' })).length === 0,
  );
  const metrics = async () => String((await server.nobody.get(`${server.address}/metrics`)).body);
  const measured = 'snimok_job_duration_seconds_count{task="delete-expired-data",outcome="done"} 1';
  await until('the measurement', async () => (await metrics()).includes(measured));
});

test('a periodic job has the same crontab entry in the versions before and after its renaming', async () => {
  const server = await startServer();
  const { pool } = server.context;
  const entries = async () => {
    const { rows } = await pool.query('select identifier from graphile_worker._private_known_crontabs');
    return rows.map(({ identifier }) => String(identifier));
  };
  const before = ['sweep', 'plan-looks', 'tend-list-marks', 'check-openings'];
  await pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     select unnest($1::text[]), now(), now()`,
    [before],
  );
  await server.work();
  await until('the crontab to be registered', async () => (await entries()).includes('chain-audit'));
  const neverRenamed = jobs
    .filter((job) => 'everyMinute' in job && !renamed.includes(job))
    .map(({ name }) => name);
  // PostgreSQL's unique identifier lets only one worker of all versions queue the job of a minute
  expect((await entries()).toSorted()).toEqual([...before, ...neverRenamed].toSorted());
});

test('a job queued by the previous version and the same job of this version replace each other', async () => {
  const server = await startServer();
  const { db } = server.context;
  const objectID = randomUUID();
  for (const [earlier, enqueueNow] of [
    [`make-view`, () => enqueueRendition(db, objectID)],
    [`settle-object`, () => enqueueReconcile(db, objectID)],
  ] as const) {
    const key = `${earlier}:${objectID}`;
    await queueAsBefore(server, earlier, key);
    await enqueueNow();
    expect(await listJobs(db, { key })).toHaveLength(1);
    await queueAsBefore(server, earlier, key);
    expect(await listJobs(db, { key })).toHaveLength(1);
  }
  await queueAsBefore(server, 'look-after-studies', 'look-after-studies');
  await planMaintenance.run(server.context, {}, AbortSignal.timeout(60_000));
  expect(await listJobs(db, { key: 'look-after-studies' })).toHaveLength(1);
  expect(await namesInQueue(server)).toEqual(['make-view', maintainStudies.name, 'settle-object'].toSorted());
});

test('the SQL of the manual for a downgrade gives queued jobs the names that the previous version knows', async () => {
  const server = await startServer();
  const { pool } = server.context;
  for (const { name } of jobs) await queueAsBefore(server, name);
  for (const job of renamed)
    for (const name of allNamesOf(job)) await queueAsBefore(server, name, jobKey(job, name));
  const [, statement = ''] = /```sql\n(update graphile_worker[\s\S]*?)```/.exec(await readManual()) ?? [];
  await pool.query(statement);
  expect(await namesInQueue(server)).toEqual(jobs.map(firstNameOf).toSorted());
});

test('the manual lists every job with its earlier names', async () => {
  const [, section = ''] = (await readManual()).split('\n## Jobs\n');
  const [table = ''] = section.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.map((row) =>
    row
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.match(/[a-z-]+/g) ?? [])
      .flat(),
  );
  expect(listed.toSorted()).toEqual(jobs.map(allNamesOf).toSorted());
});
