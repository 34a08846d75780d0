import { connections, exchange, inParallel } from './exchange.ts';
import { type Benchmark, median, shown } from './figures.ts';
import { cpuMs, watchMemory } from './memory.ts';
import { startPortal } from './portal.ts';
import { waitUntilQuiet } from './quiet.ts';
import { startRawServer } from './raw.ts';
import { putHeaders, sendStudy, type Method } from './sending.ts';
import { readSeries, type SliceFile, totalBytes } from './series.ts';

const LANES = [1, 4, 8];
const ROUNDS = { least: 3, most: 5, withinMs: 20_000 };

interface Run {
  megabytesPerSecond: number;
  serverMs: number;
}

/** Makes everything ready; what it gives back is what the clock is held to. */
type Prepare = (lanes: number) => Promise<() => Promise<unknown>>;

/** 400 files, 130 MB, from the first call to the answer of `complete`, beside the same bytes to a bare server. */
export const ingest: Benchmark = async () => {
  const files = await readSeries();
  const [portal, raw] = [await startPortal({ worker: false }), await startRawServer()];
  const toPortal =
    (way: Method): Prepare =>
    async (lanes) => {
      const studyID = await portal.assistant.makeStudy();
      return () => sendStudy(portal.assistant, studyID, files, lanes, way);
    };
  const ways: { pid: number; prepare: Prepare }[] = [
    { pid: raw.pid, prepare: async (lanes) => () => sendRaw(raw.address, files, lanes) },
    { pid: portal.api.pid, prepare: toPortal('batches') },
    { pid: portal.api.pid, prepare: toPortal('file by file') },
  ];
  try {
    for (const { prepare } of ways) await (await prepare(4))(); // programs warm, folders there
    const memory = await watchMemory(portal.api.pid);
    const rows: string[][] = [];
    for (const lanes of LANES)
      rows.push(rowOf(lanes, await interleaved(ways, lanes, totalBytes(files) / 1e6)));
    const { ownMB } = await memory.stop();
    const title = `Ingest: ${files.length} files, ${shown(totalBytes(files) / 1e6)} MB (API peak ${shown(ownMB)} MB)`;
    return [{ title, head, rows }];
  } finally {
    await portal.stop();
    await raw.stop();
  }
};

/** One round is each way once: what else the machine does meanwhile strikes all alike. */
const interleaved = async (
  ways: { pid: number; prepare: Prepare }[],
  lanes: number,
  megabytes: number,
): Promise<Run[][]> => {
  const rounds: Run[][] = [];
  const until = performance.now() + ROUNDS.withinMs;
  while (rounds.length < ROUNDS.least || (rounds.length < ROUNDS.most && performance.now() < until)) {
    const round: Run[] = [];
    for (const { pid, prepare } of ways) {
      const send = await prepare(lanes);
      await waitUntilQuiet();
      const before = await cpuMs(pid);
      const begin = performance.now();
      await send();
      const seconds = (performance.now() - begin) / 1000;
      round.push({ megabytesPerSecond: megabytes / seconds, serverMs: (await cpuMs(pid)) - before });
    }
    rounds.push(round);
  }
  return rounds;
};

const head = [
  'connections',
  'bare server MB/s',
  'portal MB/s',
  'ratio',
  'file by file MB/s',
  'ratio',
  'CPU bare',
  'CPU portal',
];

const rowOf = (lanes: number, rounds: Run[][]): string[] => {
  const middle = (value: (round: Run[]) => number) => shown(median(rounds.map(value)));
  const speed = (round: Run[], way: number) => round[way]?.megabytesPerSecond ?? Number.NaN;
  const against = (way: number) => [
    middle((round) => speed(round, way)),
    middle((round) => speed(round, way) / speed(round, 0)),
  ];
  const cpu = (way: number) => `${middle((round) => round[way]?.serverMs ?? Number.NaN)} ms`;
  return [String(lanes), middle((round) => speed(round, 0)), ...against(1), ...against(2), cpu(0), cpu(1)];
};

let sent = 0;

const sendRaw = async (address: string, files: SliceFile[], lanes: number): Promise<void> => {
  const agent = connections(lanes);
  await inParallel(lanes, files, ({ bytes }) =>
    exchange(agent, `${address}/${sent++}`, {
      method: 'PUT',
      headers: putHeaders(bytes.length),
      body: bytes,
    }),
  );
  agent.destroy();
};
