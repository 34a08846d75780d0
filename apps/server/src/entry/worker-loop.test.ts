import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Storage } from '../platform/outside/storage/storage.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { otherProcessContext } from '../testing/portal/other-process.ts';
import { startTCPProxy } from '../testing/requests-and-waiting/tcp-proxy.ts';
import { volume } from '../testing/scans/dicom.ts';
import { completeUploadOf, sendFiles } from '../testing/scans/sending.ts';
import { startServer, type TestServer } from '../testing/portal/server.ts';
import { poolSizes } from '../platform/jobs/pools.ts';
import { until } from '../testing/requests-and-waiting/until.ts';
import { listJobs, lockJobs } from '../testing/portal/queued-jobs.ts';
import type { Context } from '../platform/context.ts';
import { cleanUp } from './clean-up.ts';
import { startWorker } from './worker-loop.ts';

const files = volume(3);

const upload = async ({ make, as }: TestServer) => {
  const { studyID } = await make.study();
  const assistant = await as(await make.assistant());
  const uploadUUID = await sendFiles(assistant, studyID, files);
  await completeUploadOf(assistant, uploadUUID, files);
  return {
    studyID,
    isDone: async () => {
      const { body } = await assistant.get(`/assistant/studies/${studyID}`);
      return (body as { status: string }).status === 'done';
    },
  };
};

/** Blocks processing before it writes the study object, until the test calls `goOn`. */
const blockProcessing = ({ storage }: Context) => {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const writeFrom: Storage['writeFrom'] = storage.writeFrom.bind(storage);
  storage.writeFrom = async (key, file) => {
    if (key.startsWith('studies/')) {
      reached.resolve();
      await goOn.promise;
    }
    return writeFrom(key, file);
  };
  return { reached: reached.promise, goOn: () => goOn.resolve() };
};

const begin = async (context: Context) => {
  const worker = await startWorker(context);
  let stopped = false;
  const stop = async () => {
    if (!stopped) await worker.stop();
    stopped = true;
  };
  onTestFinished(stop, 20_000);
  return { stop };
};

const processJobs = async ({ context }: Pick<TestServer, 'context'>) =>
  (await listJobs(context.db, { task: 'process-upload' })).map(({ attempts, lockedBy }) => ({
    attempts,
    lockedBy,
  }));

test('a worker that loses its database connection loses its study to another, and works again afterwards', async () => {
  const server = await startServer();
  const databaseURL = server.context.pool.options.connectionString ?? '';
  const proxy = await startTCPProxy(databaseURL);
  const first = await otherProcessContext(server, { databaseURL: proxy.urlThroughProxy(databaseURL) });
  const { reached, goOn } = blockProcessing(first);
  await begin(first);
  const { isDone } = await upload(server);
  await reached;
  const [job] = await processJobs(server);
  proxy.disconnect();
  // the run ends without a database connection to record its result or its failure
  goOn();
  const second = await begin(await otherProcessContext(server));
  await until('the other worker to do the study', isDone);
  proxy.reconnect();
  await until('all jobs to be done', async () => (await processJobs(server)).length === 0);
  const { rows } = await server.context.pool.query('select count(*)::int as n from objects');
  expect(rows).toEqual([{ n: 1 }]);
  // logged once for the pool of this job; the other pools may have had periodic jobs
  const takeovers = server.logged.filter((text) =>
    text.includes('took over the jobs of workers that are gone'),
  );
  expect(takeovers.filter((text) => text.includes(String(job?.lockedBy)))).toHaveLength(1);
  await second.stop();
  const next = await upload(server);
  await until('the first worker to do the next study', next.isDone);
});

test('a worker keeps its jobs when its database sessions are terminated and reconnect', async () => {
  const server = await startServer();
  const { reached, goOn } = blockProcessing(server.context);
  await begin(server.context);
  const { isDone } = await upload(server);
  await reached;
  const pools = Object.values(poolSizes(server.context.config)).filter((size) => size > 0).length;
  /** The sessions with the worker locks, one for each pool. The lock of the audit chain is excluded. */
  const holders = async (): Promise<number[] | null> => {
    const { rows } = await server.context.pool.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
       and database = (select oid from pg_database where datname = current_database())
       and (classid::bigint << 32 | objid::bigint) <> hashtextextended('audit chain', 0)`,
    );
    return rows.length === pools ? rows.map(({ pid }) => pid) : null;
  };
  const before = await until('every pool to have its lock', holders);
  await server.context.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [before]);
  await until('the locks to be taken again', async () =>
    (await holders())?.every((pid) => !before.includes(pid)),
  );
  goOn();
  await until('the study to be done', isDone);
  const lines = server.logged.filter((text) => /are restarted|job failed|took over/.test(text));
  expect(lines).toEqual([]);
});

test('a worker that was suspended does not finish a job that another worker has taken over', async () => {
  const server = await startServer();
  const { reached, goOn } = blockProcessing(server.context);
  await begin(server.context);
  const { isDone } = await upload(server);
  await reached;
  // simulates that the rescue has released the job of a suspended host and another worker has taken it
  const other = 'pool-of-another-host';
  const { pool } = server.context;
  const holder = await pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [other]);
  await lockJobs(server.context.db, other, { task: 'process-upload' });
  goOn();
  await until('the study to be done', isDone);
  await until('the run to end', () => server.logged.some((text) => text.includes('"job failed"')));
  expect(await processJobs(server)).toEqual([{ attempts: 1, lockedBy: other }]);
});

test('a step of the cleaning that fails each minute does not keep the later ones from running', async () => {
  const server = await startServer();
  const { context, make } = server;
  const { studyID } = await make.study({ status: 'done' });
  const { objectID } = await context.db
    .selectFrom('studies')
    .select('objectID')
    .where('id', '=', studyID)
    .executeTakeFirstOrThrow();
  await context.db
    .insertInto('studyDiscs')
    .values({
      studyID,
      objectID: objectID ?? '',
      runID: randomUUID(),
      subject: 'x',
      status: 'failed',
      requestedAt: new Date(0),
    })
    .execute();
  // makes a step fail that runs two steps before the removal of old discs
  await context.pool.query('alter table remote_desktops rename to damaged');
  await server.work('delete-expired-data');
  // queued now, because the periodic job runs only at the next minute
  await enqueue(context.db, cleanUp, {});
  const discs = () => context.db.selectFrom('studyDiscs').select('studyID').execute();
  await until('the removal of the disc', async () => (await discs()).length === 0);
  await until('the log', () => server.logged.some((text) => text.includes('remote_desktops')));
});
