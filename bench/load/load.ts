import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Benchmark, markdown, type Table } from '../figures.ts';
import { measureBytes } from './bytes.ts';
import { embedded } from './embedded.ts';
import { engines } from './engines/engines.ts';
import { openFilled } from './fill.ts';
import { keptFolder } from './folder.ts';
import { watchAlive } from './heap.ts';
import { findLimit } from './limit.ts';
import { watch } from './machine.ts';
import { gather, type People } from './people.ts';
import { type Doors, type Ground, type Stand, stopAll } from './stand.ts';
import { callsTable, machineTable } from './tables.ts';
import { summary } from './summary.ts';
import { together } from './tally.ts';
import { openWorld } from './world.ts';

const MINUTES = Number(process.env.BENCH_LOAD_MINUTES ?? 20);
/** 2 is twice as many people, each doing what she does */
const PACE = Number(process.env.BENCH_LOAD_PACE ?? 1);
/** One part alone, or some, for who looks for a cause. */
const PARTS = (process.env.BENCH_LOAD_PARTS ?? 'idle,bytes,load,limit').split(',');
const IDLE_SECONDS = 3;
const WARM_SECONDS = 20;
export const AIMS_MS = { idle: 50, load: 250 };

/** The portal as people use it: idle, under the full load for so many minutes, and up to where it breaks. */
const loadOn =
  <Own extends Ground>(stand: Stand<Own>): Benchmark =>
  async () => {
    const logs = await mkdtemp(join(tmpdir(), 'snimok-load-logs-'));
    say(`logs and tables in ${logs}`);
    const opened: { stop(): Promise<void> }[] = [];
    const keep = <T extends { stop(): Promise<void> }>(one: T): T => {
      opened.push(one);
      return one;
    };
    const tables: Table[] = [];
    // a run is long: what is known is kept, whatever becomes of the rest
    const tell = async (made: Table[]) => {
      tables.push(...made);
      await writeFile(join(logs, 'tables.md'), tables.map(markdown).join('\n'));
      for (const { title } of made) say(title);
    };
    try {
      const folder = await keptFolder(stand.kind);
      const ground = keep(await openFilled(stand, folder, logs));
      const doors = keep(await stand.openDoors(ground, logs));
      const world = await openWorld(ground.databaseURL, doors);
      const people = keep(await gather(world, logs, dirname(folder)));
      const isWanted = (part: string) => PARTS.includes(part);
      if (isWanted('idle')) await tell(await idle(people));
      if (isWanted('bytes')) await tell(await measureBytes(stand, ground, doors, world));
      if (isWanted('load') || isWanted('limit')) await people.connect();
      if (isWanted('load')) await tell(await fullLoad(ground, doors, people));
      if (isWanted('limit')) await tell(await findLimit(ground, doors, people));
      return tables;
    } finally {
      await stopAll(opened);
    }
  };

export const loadEmbedded = loadOn(embedded);
export const loadEngines = loadOn(engines);

const say = (words: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${words}\n`);
};

const idle = async (people: People): Promise<Table[]> => {
  const { tally, said } = await people.order({ kind: 'idle', seconds: IDLE_SECONDS });
  for (const words of said) say(words);
  return [callsTable('Idle: one caller at a time', tally, AIMS_MS.idle)];
};

const fullLoad = async (ground: Ground, doors: Doors, people: People): Promise<Table[]> => {
  await people.order({ kind: 'run', seconds: WARM_SECONDS, pace: PACE, uploads: false });
  await people.heard();
  const watching = await watch({ ...doors.processes, ...ground.engines, driver: people.pids });
  const title = `${Math.round(PACE * 2100)} people for ${MINUTES} minutes`;
  const seconds = MINUTES * 60;
  const [ran, lived] = await Promise.all([
    people.order({ kind: 'run', seconds, pace: PACE, uploads: true }),
    watchAlive(`${title}, what is alive`, doors.processes, seconds),
  ]);
  const usage = await watching.stop();
  const heard = await people.heard();
  for (const words of [...ran.said, ...heard.said]) say(words);
  const tally = together([ran.tally, heard.tally]);
  return [
    summary(title, tally, ran, heard, usage),
    callsTable(`${title}, by call`, tally, AIMS_MS.load, usage.seconds),
    machineTable(`${title}, by process`, usage),
    lived,
  ];
};
