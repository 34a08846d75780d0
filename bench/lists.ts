import { bigDoctor, fillCentre } from './centre.ts';
import { type Benchmark, median, percentile, shown } from './figures.ts';
import { type ListRequest, listRequests } from './list-requests.ts';
import { watchMemory } from './memory.ts';
import { startPortal } from './portal.ts';
import { waitUntilQuiet } from './quiet.ts';
import { responseTimes } from './response-times.ts';
import { PortalClient } from './portal-client.ts';

const CLIENTS = [1, 16];
const RUNS = 3;
const RUN_MS = 800;

/** Response times of the first page of every list at 100,000 patients and 300,000 studies, requested without pauses. */
export const lists: Benchmark = async () => {
  const portal = await startPortal({ worker: false, fill: fillCentre });
  try {
    const doctor = await PortalClient.signIn(portal.address, bigDoctor.email, bigDoctor.password);
    const memory = await watchMemory(portal.api.pid);
    const rows: string[][] = [];
    for (const request of listRequests(portal.assistant, doctor)) rows.push(await measure(request));
    const { ownMB } = await memory.stop();
    const head = [
      '',
      'p50, 1 client',
      'p99, 1 client',
      'p50, 16 clients',
      'p99, 16 clients',
      'responses/s, 16 clients',
    ];
    return [{ title: `Lists: first page, ms (API peak ${shown(ownMB)} MB)`, head, rows }];
  } finally {
    await portal.stop();
  }
};

/** The median of three short runs for each figure, so that one run disturbed by other load does not count. */
const measure = async ({ title, client, path }: ListRequest): Promise<string[]> => {
  await responseTimes({ client, path }, 4, RUN_MS / 2);
  const row = [title];
  for (const clients of CLIENTS) {
    const runs: number[][] = [];
    for (let run = 0; run < RUNS; run++) {
      await waitUntilQuiet();
      runs.push(await responseTimes({ client, path }, clients, RUN_MS));
    }
    const middle = (figure: (taken: number[]) => number) => shown(median(runs.map(figure)));
    row.push(
      middle((taken) => percentile(taken, 0.5)),
      middle((taken) => percentile(taken, 0.99)),
    );
    if (clients > 1) row.push(middle((taken) => taken.length / (RUN_MS / 1000)));
  }
  return row;
};
