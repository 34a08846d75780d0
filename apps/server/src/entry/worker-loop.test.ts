import { expect, onTestFinished, test } from 'vitest';
import type { Storage } from '../platform/outside/storage/storage.ts';
import { otherProcessContext } from '../testing/other-process.ts';
import { startTCPProxy } from '../testing/tcp-proxy.ts';
import { volume } from '../testing/dicom.ts';
import { completeUploadOf, sendFiles } from '../testing/sending.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { until } from '../testing/until.ts';
import { listJobs, lockJobs } from '../testing/queued-jobs.ts';
import type { Context } from '../platform/context.ts';
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

/** Holds this process's run where it has the object ready, until the test lets it go. */
const holdUp = ({ storage }: Context) => {
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

test('a worker whose line is cut loses its study to another, and works again when the line is back', async () => {
  const server = await startServer();
  const databaseURL = server.context.pool.options.connectionString ?? '';
  const line = await startTCPProxy(databaseURL);
  const first = await otherProcessContext(server, { databaseURL: line.urlThroughProxy(databaseURL) });
  const { reached, goOn } = holdUp(first);
  await begin(first);
  const { isDone } = await upload(server);
  await reached;
  const [job] = await processJobs(server);
  line.disconnect();
  // it comes to an end with nobody to tell, neither of what it has done nor that it failed
  goOn();
  const second = await begin(await otherProcessContext(server));
  await until('the other worker to do the study', isDone);
  line.reconnect();
  await until('nothing left to do', async () => (await processJobs(server)).length === 0);
  const { rows } = await server.context.pool.query('select count(*)::int as n from objects');
  expect(rows).toEqual([{ n: 1 }]);
  // once, whatever of the minute's own work its other pools had in hand
  const took = server.logged.filter((text) => text.includes('took over the jobs of workers that are gone'));
  expect(took.filter((text) => text.includes(String(job?.lockedBy)))).toHaveLength(1);
  await second.stop();
  const next = await upload(server);
  await until('the first worker to do the next study', next.isDone);
});

test('a database session that is lost for a moment costs a worker nothing', async () => {
  const server = await startServer();
  const { reached, goOn } = holdUp(server.context);
  await begin(server.context);
  const { isDone } = await upload(server);
  await reached;
  /** One session for each pool's lock; that of the minute's chain of events is none of them. */
  const holders = async (): Promise<number[] | null> => {
    const { rows } = await server.context.pool.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
       and database = (select oid from pg_database where datname = current_database())
       and (classid::bigint << 32 | objid::bigint) <> hashtextextended('audit chain', 0)`,
    );
    return rows.length === 5 ? rows.map(({ pid }) => pid) : null;
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

test('a worker that was asleep does not strike a job off which another has by now', async () => {
  const server = await startServer();
  const { reached, goOn } = holdUp(server.context);
  await begin(server.context);
  const { isDone } = await upload(server);
  await reached;
  // as the rescue does for a host that was suspended, and the other worker after it
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
