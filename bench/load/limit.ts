import { percentile, shown, type Table } from '../figures.ts';
import { watchProcesses } from './processes.ts';
import type { Driver } from './driver.ts';
import type { PortalProcesses, Backend } from './installation.ts';
import { errorsOf, listsTogether, requestsOf } from './tables.ts';
import { together } from './tally.ts';

/** A quarter of the people at first, so that what is held stands beside what is not. */
const FIRST = 0.25;
const STEP = 2;
const SECONDS = Number(process.env.BENCH_LOAD_STEP_SECONDS ?? 40);
const REST_SECONDS = 10;
/** When half of all lists take that long, people wait for the portal and no longer for their own thoughts. */
const TOO_LONG_MS = 500;
/** Nobody has that many people on one machine. */
const MOST = 20;

/** More and more people, until half of the lists come too late or something fails. */
export const findLimit = async (backend: Backend, portal: PortalProcesses, people: Driver): Promise<Table[]> => {
  const rows: string[][] = [];
  let names: string[] = [];
  for (let pace = FIRST; pace < MOST; pace *= STEP) {
    await people.order({ kind: 'run', seconds: REST_SECONDS, pace, uploads: false });
    await people.socketsReport();
    const watching = await watchProcesses({ ...portal.processes, ...backend.engines, driver: people.pids });
    const ran = await people.order({ kind: 'run', seconds: SECONDS, pace, uploads: true });
    const usage = await watching.stop();
    const tally = together([ran.tally, (await people.socketsReport()).tally]);
    const lists = listsTogether(tally);
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
    'answers a second',
    'lists p50, ms',
    'p99, ms',
    'errors',
    ...cpu,
    'others, % of all',
  ];
  return [{ title: `The limit: more and more people, ${SECONDS} s each`, head, rows }];
};
