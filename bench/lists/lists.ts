import { bigDoctor, fillCentre } from './centre.ts';
import { type Benchmark, median, percentile, shown } from '../measuring/figures.ts';
import { listRequests } from './list-requests.ts';
import { watchMemory } from '../measuring/memory.ts';
import { fillOrthanc } from './orthanc-centre.ts';
import { besideOrthanc } from './orthanc-lists.ts';
import { startPeer } from '../programs/orthanc-server.ts';
import { startPortal } from '../programs/portal.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { type Ask, responseTimes } from '../measuring/response-times.ts';
import { PortalClient } from '../programs/portal-client.ts';

const CLIENTS = [1, 16];
const RUNS = 3;
const RUN_MS = 800;

/**
 * Response times of the first page of every list at 100,000 patients and 300,000 studies, requested without pauses; also
 * those of Orthanc with the same number.
 */
export const lists: Benchmark = async () => {
  const portal = await startPortal({ worker: false, fill: fillCentre });
  const peer = await startPeer(portal.databaseURL);
  try {
    if (peer) await fillOrthanc(portal.databaseURL);
    const doctor = await PortalClient.signIn(portal.address, bigDoctor.email, bigDoctor.password);
    const memory = await watchMemory(portal.api.pid);
    const rows: string[][] = [];
    for (const { title, client, path } of listRequests(portal.assistant, doctor)) {
      const ask: Ask = (n, agent) => client.get(path(n), agent);
      const [figures = []] = await measure([ask]);
      rows.push([title, ...figures]);
    }
    const { ownMB } = await memory.stop();
    const title = `Lists: first page, ms (API peak ${shown(ownMB)} MB)`;
    const head = [
      '',
      ...CLIENTS.flatMap((count) => [`p50, ${named(count)}`, `p99, ${named(count)}`]),
      `responses/s, ${named(CLIENTS.at(-1) ?? 1)}`,
    ];
    const own = { title, head, rows };
    if (!peer) return [own];
    const pairs: string[][] = [];
    for (const { title, asks } of besideOrthanc(portal.assistant, peer)) {
      const measured = await measure(asks);
      const figures = head.slice(1).flatMap((_, at) => measured.map((row) => row[at] ?? ''));
      pairs.push([title, ...figures]);
    }
    const heads = head.slice(1).flatMap((name) => [`${name}: portal`, `${name}: Orthanc`]);
    return [own, { title: 'The same at Orthanc, ms', head: ['', ...heads], rows: pairs }];
  } finally {
    await peer?.stop();
    await portal.stop();
  }
};

const named = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`);

/**
 * The figures of each request, measured alternately: the median of three short runs, so that one run disturbed by other load
 * does not count.
 */
const measure = async (asks: Ask[]): Promise<string[][]> => {
  for (const ask of asks) await responseTimes(ask, 4, RUN_MS / 2);
  const rows: string[][] = asks.map(() => []);
  for (const clients of CLIENTS) {
    const runs: number[][][] = asks.map(() => []);
    for (let run = 0; run < RUNS; run++) {
      for (const [at, ask] of asks.entries()) {
        await waitUntilQuiet();
        runs[at]?.push(await responseTimes(ask, clients, RUN_MS));
      }
    }
    for (const [at, row] of rows.entries()) {
      const middle = (figure: (taken: number[]) => number) => shown(median((runs[at] ?? []).map(figure)));
      row.push(
        middle((taken) => percentile(taken, 0.5)),
        middle((taken) => percentile(taken, 0.99)),
      );
      if (clients > 1) row.push(middle((taken) => taken.length / (RUN_MS / 1000)));
    }
  }
  return rows;
};
