import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Benchmark, markdown, type Table } from '../measuring/figures.ts';
import { measureThroughput } from './throughput.ts';
import { embedded } from './installations/embedded.ts';
import { engines } from './installations/engines.ts';
import { startFilledBackend } from './dataset/fill.ts';
import { datasetFolder } from './dataset/folder.ts';
import { watchLiveMemory } from './live-memory.ts';
import { findLimit } from './limit.ts';
import { watchProcesses } from './processes.ts';
import { startDriver, type Driver } from './users/driver.ts';
import {
  type PortalProcesses,
  type Backend,
  type Installation,
  stopAll,
} from './installations/installation.ts';
import { callsTable, machineTable } from './tables.ts';
import { summary } from './summary.ts';
import { mergeTallies } from './users/tally.ts';
import { openDataset } from './dataset/dataset.ts';

const MINUTES = Number(process.env.BENCH_LOAD_MINUTES ?? 20);
/** Factor of the number of people. */
const PACE = Number(process.env.BENCH_LOAD_PACE ?? 1);
/** The sections to run. */
const SECTIONS = (process.env.BENCH_LOAD_PARTS ?? 'idle,bytes,load,limit').split(',');
const IDLE_SECONDS = 3;
const WARM_SECONDS = 20;
/** p99 of lists and searches. */
const TARGETS_MS = { idle: 50, load: 250 };

/** Measures the portal without load, its throughput, the full load, and its limit. */
const loadOn =
  <Own extends Backend>(installation: Installation<Own>): Benchmark =>
  async () => {
    const logs = await mkdtemp(join(tmpdir(), 'snimok-load-logs-'));
    log(`logs and tables in ${logs}`);
    const opened: { stop(): Promise<void> }[] = [];
    const track = <T extends { stop(): Promise<void> }>(one: T): T => {
      opened.push(one);
      return one;
    };
    const tables: Table[] = [];
    // written after each section, because a later one may fail
    const save = async (made: Table[]) => {
      tables.push(...made);
      await writeFile(join(logs, 'tables.md'), tables.map(markdown).join('\n'));
      for (const { title } of made) log(title);
    };
    try {
      const folder = await datasetFolder(installation.kind);
      const backend = track(await startFilledBackend(installation, folder, logs));
      const portal = track(await installation.startPortal(backend, logs));
      const dataset = await openDataset(backend.databaseURL, portal);
      const driver = track(await startDriver(dataset, logs, dirname(folder)));
      const isSelected = (section: string) => SECTIONS.includes(section);
      if (isSelected('idle')) await save(await idle(driver));
      if (isSelected('bytes')) await save(await measureThroughput(installation, backend, portal, dataset));
      if (isSelected('load') || isSelected('limit')) await driver.connect();
      if (isSelected('load')) await save(await fullLoad(backend, portal, driver));
      if (isSelected('limit')) await save(await findLimit(backend, portal, driver));
      return tables;
    } finally {
      await stopAll(opened);
    }
  };

export const loadEmbedded = loadOn(embedded);
export const loadEngines = loadOn(engines);

const log = (text: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
};

const idle = async (driver: Driver): Promise<Table[]> => {
  const { tally, errorTexts } = await driver.run({ kind: 'idle', seconds: IDLE_SECONDS });
  for (const text of errorTexts) log(text);
  return [callsTable('Idle: one client at a time', tally, TARGETS_MS.idle)];
};

const fullLoad = async (backend: Backend, portal: PortalProcesses, driver: Driver): Promise<Table[]> => {
  await driver.run({ kind: 'run', seconds: WARM_SECONDS, pace: PACE, uploads: false });
  await driver.socketsReport();
  const watching = await watchProcesses({ ...portal.processes, ...backend.engines, driver: driver.pids });
  const title = `${Math.round(PACE * 2100)} people for ${MINUTES} minutes`;
  const seconds = MINUTES * 60;
  const [ran, liveMemory] = await Promise.all([
    driver.run({ kind: 'run', seconds, pace: PACE, uploads: true }),
    watchLiveMemory(`${title}, live memory`, portal.processes, seconds),
  ]);
  const usage = await watching.stop();
  const socketsReport = await driver.socketsReport();
  for (const text of [...ran.errorTexts, ...socketsReport.errorTexts]) log(text);
  const tally = mergeTallies([ran.tally, socketsReport.tally]);
  return [
    summary(title, tally, ran, socketsReport, usage),
    callsTable(`${title}, by call`, tally, TARGETS_MS.load, usage.seconds),
    machineTable(`${title}, by process`, usage),
    liveMemory,
  ];
};
