import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bigDoctor, fillCentre } from './centre.ts';
import { connections, inParallel } from '../measuring/exchange.ts';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { type ListRequest, listRequests } from './list-requests.ts';
import { childrenOf, cpuMs, watchMemory } from '../measuring/memory.ts';
import { type Portal, startPortal } from '../programs/portal.ts';
import { PortalClient } from '../programs/portal-client.ts';

const ROUNDS = 7;
const RESPONSES = 120;
const CONNECTIONS = 4;

/**
 * CPU time per response of the first page of every list, at 100,000 patients and 300,000 studies, for the API and for
 * all PostgreSQL backends. Unlike elapsed time, it hardly depends on other programs. The lowest round is reported,
 * because it is the least disturbed.
 */
export const listCPU: Benchmark = async () => {
  const portal = await startPortal({ worker: false, fill: fillCentre });
  try {
    const doctor = await PortalClient.signIn(portal.address, bigDoctor.email, bigDoctor.password);
    const memory = await watchMemory(portal.api.pid);
    const rows: string[][] = [];
    for (const request of listRequests(portal.assistant, doctor)) rows.push(await measure(portal, request));
    const { ownMB } = await memory.stop();
    const head = ['', 'Node, lowest', 'Node, median', 'PostgreSQL, lowest', 'PostgreSQL, median', 'kB'];
    return [{ title: `Lists: CPU time per response, ms (API peak ${shown(ownMB)} MB)`, head, rows }];
  } finally {
    await portal.stop();
  }
};

const measure = async (portal: Portal, request: ListRequest): Promise<string[]> => {
  const postmaster = await postmasterOf(portal.folder);
  const agent = connections(CONNECTIONS);
  let bytes = 0;
  const round = async () => {
    const before = [await cpuMs(portal.api.pid), await cpuMsOfChildren(postmaster)];
    await inParallel(
      CONNECTIONS,
      Array.from({ length: RESPONSES }).map((_, n) => n),
      async (n) => {
        ({ bytes } = await request.client.get(request.path(n), agent));
      },
    );
    const after = [await cpuMs(portal.api.pid), await cpuMsOfChildren(postmaster)];
    return after.map((ms, at) => (ms - (before[at] ?? 0)) / RESPONSES);
  };
  // the first requests compile code and plan statements
  await round();
  const rounds: number[][] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push(await round());
  agent.destroy();
  const figures = [0, 1].flatMap((at) => {
    const values = rounds.map((one) => one[at] ?? 0);
    return [shown(Math.min(...values)), shown(median(values))];
  });
  return [request.title, ...figures, shown(bytes / 1000)];
};

const postmasterOf = async (folder: string): Promise<number> =>
  Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1)[0]);

const cpuMsOfChildren = async (pid: number): Promise<number> => {
  const times = await Promise.all((await childrenOf(pid)).map((child) => cpuMs(child).catch(() => 0)));
  return times.reduce((sum, ms) => sum + ms, 0);
};
