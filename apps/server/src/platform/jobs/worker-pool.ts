import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger as GraphileLogger, type parseCronItems, run, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import type { Handler } from './jobs.ts';
import type { logJobEvents } from './log-job-events.ts';
import { startWorkerLock, type WorkerLock } from './worker-lock.ts';

export interface PoolOptions {
  context: Context;
  instrument: ReturnType<typeof logJobEvents>;
  /** the connections by which jobs are taken and given back */
  queue: Pool;
  handlers: Handler[];
  concurrency: number;
  /** raised when the process is asked to stop */
  stopping: AbortSignal;
  cron?: ReturnType<typeof parseCronItems>;
}

const AGAIN_MS = { first: 500, longest: 5_000 };

/**
 * Some workers with a lock of their own. A database that was away ends them, one way or another: they are begun anew
 * until it is back, since a process that only looks alive would be worse than none.
 */
export const startPool = async (wish: PoolOptions): Promise<{ stop(): Promise<void> }> => {
  const { context, handlers, stopping } = wish;
  const tasks = handlers.map(({ name }) => name);
  let current = await open(wish);
  const lasting = (async () => {
    for (;;) {
      const why = await current.ended;
      await current.release();
      if (stopping.aborted) return;
      context.log.warn({ err: why, tasks }, 'workers ended and are begun anew');
      const next = await openAgain(wish);
      if (!next) return;
      current = next;
      // asked to stop while it was begun
      if (stopping.aborted) await current.stop();
    }
  })();
  return {
    async stop() {
      await current.stop();
      await lasting;
    },
  };
};

type Opened = Awaited<ReturnType<typeof open>>;

const openAgain = async (wish: PoolOptions): Promise<Opened | null> => {
  for (let wait = AGAIN_MS.first; !wish.stopping.aborted; wait = Math.min(wait * 2, AGAIN_MS.longest)) {
    try {
      return await open(wish);
    } catch (cause) {
      wish.context.log.debug({ err: cause }, 'workers wait for the database');
      // cut short when the process is asked to stop
      await pause(wait, undefined, { signal: wish.stopping }).catch(() => undefined);
    }
  }
  return null;
};

const open = async ({ context, instrument: told, queue, handlers, concurrency, stopping, cron = [] }: PoolOptions) => {
  const events: WorkerEvents = new EventEmitter();
  const inHand = new Set<string>();
  let lock: WorkerLock | undefined;
  let poolID = '';
  let signal = stopping;
  // before the first job is taken
  events.once('pool:create', ({ workerPool }) => {
    poolID = workerPool.id;
    lock = startWorkerLock(context, poolID, () => [...inHand]);
    signal = AbortSignal.any([stopping, lock.lost]);
  });
  const taskOf = ({ name, run: act }: Handler) =>
    told(context, name, async (payload, jobID) => {
      inHand.add(jobID);
      try {
        await act(context, payload, signal);
        // what graphile-worker calls done goes, whoever has it by now
        await mustBeOurs(queue, jobID, poolID);
      } finally {
        inHand.delete(jobID);
      }
    });
  const runner = await run({
    pgPool: queue,
    taskList: Object.fromEntries(handlers.map((handler) => [handler.name, taskOf(handler)])),
    concurrency,
    parsedCronItems: cron,
    events,
    noHandleSignals: true,
    pollInterval: 1000,
    // one by one nobody waits for them, and a database that is away just then would end the process
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: quietLogger(context),
  });
  // one that has ended by itself meanwhile refuses
  const refused = (cause: unknown) => context.log.debug({ err: cause }, 'workers had ended already');
  const giveUp = () => void runner.kill('the lock is lost').catch(refused);
  lock?.lost.addEventListener('abort', giveUp);
  return {
    ended: runner.promise.then(
      () => undefined,
      (cause: unknown) => cause,
    ),
    release: async () => lock?.release(),
    stop: () => runner.stop().catch(refused),
  };
};

class TakenOver extends Error {
  override name = 'TakenOver';
}

const mustBeOurs = async (queue: Pool, jobID: string, poolID: string): Promise<void> => {
  const { rowCount } = await queue.query(
    'select 1 from graphile_worker._private_jobs where id = $1::bigint and locked_by = $2',
    [jobID, poolID],
  );
  if (rowCount === 0) throw new TakenOver('another worker has this job by now');
};

/** Failures and starts of ours; graphile-worker's own lines would print payloads. */
const quietLogger = ({ log }: Context) =>
  new GraphileLogger(() => (level, message) => {
    if (level === 'error') log.error(String(message).slice(0, 500));
    else if (level === 'warning') log.warn(String(message).slice(0, 500));
  });
