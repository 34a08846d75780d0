import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../apps/server/src/platform/db/embedded/embedded.ts';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { startEntryPoint } from '../programs/portal.ts';
import { freePort } from '../programs/program.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';

const ROUNDS = 5;

type Start = (folder: string, log: string) => Promise<{ stop(): Promise<void> }>;

/** The lower bound, because the portal starts its database first. */
const databaseAlone: Start = (folder) => startEmbedded({ folder });

/** Starts the portal as `npm start` does after installing and building, until it prints its address. */
const wholePortal: Start = async (folder, log) =>
  startEntryPoint(
    'main.ts',
    log,
    { DATA_DIR: folder, PORT: String(await freePort()), DEMO: 'off' },
    'is running',
  );

/** Time until the portal serves requests: at the first start in a folder, and at a later one. */
export const start: Benchmark = async () => {
  const bare = { first: [] as number[], later: [] as number[] };
  const portal = { first: [], later: [] };
  for (let round = 0; round < ROUNDS; round++) {
    await measure(databaseAlone, bare);
    await measure(wholePortal, portal);
  }
  const row = (title: string, alone: number[], all: number[]) => {
    const database = median(alone);
    const whole = median(all);
    return [title, shown(database), shown(whole), shown(whole / database)];
  };
  const rows = [
    row('first start in a folder', bare.first, portal.first),
    row('later', bare.later, portal.later),
  ];
  return [{ title: 'Start, s', head: ['', 'its database alone', 'portal', 'ratio'], rows }];
};

const measure = async (begin: Start, taken: { first: number[]; later: number[] }): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-bench-'));
  try {
    for (const [name, times] of Object.entries(taken)) {
      await waitUntilQuiet();
      const startedAt = performance.now();
      const started = await begin(folder, join(folder, `${name}.log`));
      times.push((performance.now() - startedAt) / 1000);
      await started.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
