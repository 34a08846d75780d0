import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Benchmark, markdown, type Table } from '../figures.ts';
import { measureThroughput } from './throughput.ts';
import { embedded } from './embedded.ts';
import { engines } from './engines/engines.ts';
import { startFilledBackend } from './fill.ts';
import { datasetFolder } from './folder.ts';
import { watchLiveMemory } from './live-memory.ts';
import { findLimit } from './limit.ts';
import { watchProcesses } from './processes.ts';
import { startDriver, type Driver } from './driver.ts';
import { type PortalProcesses, type Backend, type Installation, stopAll } from './installation.ts';
import { callsTable, machineTable } from './tables.ts';
import { summary } from './summary.ts';
import { together } from './tally.ts';
import { openDataset } from './dataset.ts';

const MINUTES = Number(process.env.BENCH_LOAD_MINUTES ?? 20);
/** 2 is twice as many people, each doing what she does */
const PACE = Number(process.env.BENCH_LOAD_PACE ?? 1);
/** One part alone, or some, for who looks for a cause. */
const PARTS = (process.env.BENCH_LOAD_PARTS ?? 'idle,bytes,load,limit').split(',');
const IDLE_SECONDS = 3;
const WARM_SECONDS = 20;
export const TARGETS_MS = { idle: 50, load: 250 };

/** The portal as people use it: idle, under the full load for so many minutes, and up to where it breaks. */
const loadOn =
  <Own extends Backend>(installation: Installation<Own>): Benchmark =>
  async () => {
    const logs = await mkdtemp(join(tmpdir(), 'snimok-load-logs-'));
    log(`logs and tables in ${logs}`);
    const opened: { stop(): Promise<void> }[] = [];
    const keep = <T extends { stop(): Promise<void> }>(one: T): T => {
      opened.push(one);
      return one;
    };
    const tables: Table[] = [];
    // a run is long: what is known is kept, whatever becomes of the rest
    const save = async (made: Table[]) => {
      tables.push(...made);
      await writeFile(join(logs, 'tables.md'), tables.map(markdown).join('\n'));
      for (const { title } of made) log(title);
    };
    try {
      const folder = await datasetFolder(installation.kind);
      const backend = keep(await startFilledBackend(installation, folder, logs));
      const portal = keep(await installation.startPortal(backend, logs));
      const dataset = await openDataset(backend.databaseURL, portal);
      const people = keep(await startDriver(dataset, logs, dirname(folder)));
      const isSelected = (part: string) => PARTS.includes(part);
      if (isSelected('idle')) await save(await idle(people));
      if (isSelected('bytes')) await save(await measureThroughput(installation, backend, portal, dataset));
      if (isSelected('load') || isSelected('limit')) await people.connect();
      if (isSelected('load')) await save(await fullLoad(backend, portal, people));
      if (isSelected('limit')) await save(await findLimit(backend, portal, people));
      return tables;
    } finally {
      await stopAll(opened);
    }
  };

export const loadEmbedded = loadOn(embedded);
export const loadEngines = loadOn(engines);

const log = (words: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${words}\n`);
};

const idle = async (people: Driver): Promise<Table[]> => {
  const { tally, errorTexts } = await people.order({ kind: 'idle', seconds: IDLE_SECONDS });
  for (const words of errorTexts) log(words);
  return [callsTable('Idle: one caller at a time', tally, TARGETS_MS.idle)];
};

const fullLoad = async (backend: Backend, portal: PortalProcesses, people: Driver): Promise<Table[]> => {
  await people.order({ kind: 'run', seconds: WARM_SECONDS, pace: PACE, uploads: false });
  await people.socketsReport();
  const watching = await watchProcesses({ ...portal.processes, ...backend.engines, driver: people.pids });
  const title = `${Math.round(PACE * 2100)} people for ${MINUTES} minutes`;
  const seconds = MINUTES * 60;
  const [ran, liveMemory] = await Promise.all([
    people.order({ kind: 'run', seconds, pace: PACE, uploads: true }),
    watchLiveMemory(`${title}, what is alive`, portal.processes, seconds),
  ]);
  const usage = await watching.stop();
  const socketsReport = await people.socketsReport();
  for (const words of [...ran.errorTexts, ...socketsReport.errorTexts]) log(words);
  const tally = together([ran.tally, socketsReport.tally]);
  return [
    summary(title, tally, ran, socketsReport, usage),
    callsTable(`${title}, by call`, tally, TARGETS_MS.load, usage.seconds),
    machineTable(`${title}, by process`, usage),
    liveMemory,
  ];
};
