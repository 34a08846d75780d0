import type { CompiledQuery } from 'kysely';
import type { Tx } from './client.ts';

/** A query takes a few milliseconds; one that takes longer may have lost its connection. */
const SLOW_MS = 1_000;

interface Runs {
  startedAt: number;
  /** the run that PostgreSQL may have started */
  current: Promise<unknown>;
  /** the run that starts after it, for every call that has arrived since `current` started */
  next?: Promise<unknown>;
}

const runsOf = new WeakMap<Tx, Map<string, Runs>>();

const start = (runs: Map<string, Runs>, key: string, run: () => Promise<unknown>): Promise<unknown> => {
  const started: Runs = { startedAt: performance.now(), current: run() };
  runs.set(key, started);
  const end = () => {
    if (runs.get(key) === started && !started.next) runs.delete(key);
  };
  started.current.then(end, end);
  return started.current;
};

/** Resolves when the run has ended, or is slow. */
const endOrDelay = ({ startedAt, current }: Runs, slowMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, startedAt + slowMs - performance.now());
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    current.then(end, end);
  });

/**
 * Runs a query once for all calls that wait for it with the same text and the same parameters: after each change,
 * every open page of the assistants asks for the same list. A call never joins a run that has already started, so its
 * rows contain everything that was committed before the call. At most one run is under way and one waits. Text and
 * parameters decide what an actor may see, so calls for which both are equal may see the same rows. The callers share
 * the array and must not change it.
 *
 * A call within a transaction runs by itself, on the transaction's snapshot. So does a call that arrives during a slow
 * run. The next run does not wait longer for a slow one, so a lost connection delays a call by at most a second.
 */
export const executeTogether = async <Row>(
  db: Tx,
  query: CompiledQuery<Row>,
  slowMs = SLOW_MS,
): Promise<readonly Row[]> => {
  const run = async () => (await db.executeQuery<Row>(query)).rows;
  if (db.isTransaction) return run();
  const runs = runsOf.get(db) ?? new Map<string, Runs>();
  runsOf.set(db, runs);
  const key = query.sql + JSON.stringify(query.parameters);
  const under = runs.get(key);
  if (!under) return start(runs, key, run) as Promise<Row[]>;
  if (performance.now() - under.startedAt > slowMs) return run();
  under.next ??= endOrDelay(under, slowMs).then(() => start(runs, key, run));
  return under.next as Promise<Row[]>;
};
