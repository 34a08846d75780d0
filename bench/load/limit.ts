import { percentile, shown, type Table } from '../measuring/figures.ts';
import { watchProcesses } from './processes.ts';
import type { Driver } from './users/driver.ts';
import type { PortalProcesses, Backend } from './installations/installation.ts';
import { errorsOf, listTimes, requestsOf } from './tables.ts';
import { mergeTallies } from './users/tally.ts';

/** The first step has a quarter of the people, so that the table also shows steps below the limit. */
const FIRST_PACE = 0.25;
const FACTOR = 2;
const STEP_SECONDS = Number(process.env.BENCH_LOAD_STEP_SECONDS ?? 40);
const REST_SECONDS = 10;
/** The search ends when the median of lists exceeds this. */
const TOO_LONG_MS = 500;
/** The search does not go beyond this pace. */
const MAX_PACE = 20;

/** Doubles the number of people until the median of lists is too long or a request fails. */
export const findLimit = async (
  backend: Backend,
  portal: PortalProcesses,
  driver: Driver,
): Promise<Table[]> => {
  const rows: string[][] = [];
  let names: string[] = [];
  for (let pace = FIRST_PACE; pace < MAX_PACE; pace *= FACTOR) {
    await driver.run({ kind: 'run', seconds: REST_SECONDS, pace, uploads: false });
    await driver.socketsReport();
    const watching = await watchProcesses({ ...portal.processes, ...backend.engines, driver: driver.pids });
    const ran = await driver.run({ kind: 'run', seconds: STEP_SECONDS, pace, uploads: true });
    const usage = await watching.stop();
    const tally = mergeTallies([ran.tally, (await driver.socketsReport()).tally]);
    const lists = listTimes(tally);
    const errors = errorsOf(tally) + ran.overflow;
    names = Object.keys(usage.cpu);
    rows.push([
      String(Math.round(pace * 2100)),
      shown(requestsOf(tally) / usage.seconds),
      ...[0.5, 0.99].map((share) => shown(percentile(lists, share))),
      String(errors),
      ...names.map((name) => shown((usage.cpu[name] ?? 0) * 100)),
      shown(usage.othersShare * 100),
    ]);
    if (errors > 0 || percentile(lists, 0.5) > TOO_LONG_MS) break;
  }
  const cpu = names.map((name) => `${name}, % of a core`);
  const head = [
    'people',
    'responses per second',
    'lists p50, ms',
    'p99, ms',
    'errors',
    ...cpu,
    'others, % of all',
  ];
  return [{ title: `The limit: increasing number of people, ${STEP_SECONDS} s each`, head, rows }];
};
