import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { type Benchmark, median, shown } from './figures.ts';
import { startEntryPoint } from './portal.ts';
import { freePort } from './program.ts';
import { waitUntilQuiet } from './quiet.ts';

const ROUNDS = 5;

type Starting = (folder: string, log: string) => Promise<{ stop(): Promise<void> }>;

/** What everything waits for, and can be no quicker than. */
const databaseAlone: Starting = (folder) => startEmbedded({ folder });

/** As `npm start` starts it once everything is installed and built, until it tells its address. */
const wholePortal: Starting = async (folder, log) =>
  startEntryPoint('main.ts', log, { DATA_DIR: folder, PORT: String(await freePort()), DEMO: 'off' }, 'is running');

/** From nothing to a portal that answers: the first time in a folder, and every later one. */
export const start: Benchmark = async () => {
  const [bare, portal] = [
    { first: [] as number[], later: [] as number[] },
    { first: [], later: [] },
  ];
  for (let round = 0; round < ROUNDS; round++) {
    await measure(databaseAlone, bare);
    await measure(wholePortal, portal);
  }
  const row = (title: string, alone: number[], all: number[]) => {
    const [database, whole] = [median(alone), median(all)];
    return [title, shown(database), shown(whole), shown(whole / database)];
  };
  const rows = [row('first', bare.first, portal.first), row('later', bare.later, portal.later)];
  return [{ title: 'Start, s', head: ['', 'its database alone', 'portal', 'ratio'], rows }];
};

const measure = async (starting: Starting, taken: { first: number[]; later: number[] }): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-bench-'));
  try {
    for (const [name, times] of Object.entries(taken)) {
      await waitUntilQuiet();
      const begin = performance.now();
      const started = await starting(folder, join(folder, `${name}.log`));
      times.push((performance.now() - begin) / 1000);
      await started.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
