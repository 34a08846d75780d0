import { connections, exchange, inParallel } from './exchange.ts';
import { type Benchmark, median, shown } from './figures.ts';
import { cpuMs, watchMemory } from './memory.ts';
import { startPortal } from './portal.ts';
import { waitUntilQuiet } from './quiet.ts';
import { startRawServer } from './raw.ts';
import { putHeaders, sendStudy, type SendMethod } from './sending.ts';
import { readSeries, type SliceFile, totalBytes } from './series.ts';

const CONNECTION_COUNTS = [1, 4, 8];
const ROUNDS = { least: 3, most: 5, withinMs: 20_000 };

interface Run {
  megabytesPerSecond: number;
  serverMs: number;
}

/** Does what is not measured; returns the measured operation. */
type Prepare = (connectionCount: number) => Promise<() => Promise<unknown>>;

/**
 * 400 files, 130 MB, from the first call to the response of `complete`, compared with sending them to a bare server.
 */
export const ingest: Benchmark = async () => {
  const files = await readSeries();
  const [portal, raw] = [await startPortal({ worker: false }), await startRawServer()];
  const toPortal =
    (method: SendMethod): Prepare =>
    async (connectionCount) => {
      const studyID = await portal.assistant.makeStudy();
      return () => sendStudy(portal.assistant, studyID, files, connectionCount, method);
    };
  const methods: { pid: number; prepare: Prepare }[] = [
    { pid: raw.pid, prepare: async (connectionCount) => () => sendRaw(raw.address, files, connectionCount) },
    { pid: portal.api.pid, prepare: toPortal('batches') },
    { pid: portal.api.pid, prepare: toPortal('file by file') },
  ];
  try {
    for (const { prepare } of methods) await (await prepare(4))(); // warm-up
    const memory = await watchMemory(portal.api.pid);
    const rows: string[][] = [];
    for (const connectionCount of CONNECTION_COUNTS)
      rows.push(rowOf(connectionCount, await interleaved(methods, connectionCount, totalBytes(files) / 1e6)));
    const { ownMB } = await memory.stop();
    const title = `Ingest: ${files.length} files, ${shown(totalBytes(files) / 1e6)} MB (API peak ${shown(ownMB)} MB)`;
    return [{ title, head, rows }];
  } finally {
    await portal.stop();
    await raw.stop();
  }
};

/** Each round measures every method once, so that other load on the machine affects all of them equally. */
const interleaved = async (
  methods: { pid: number; prepare: Prepare }[],
  connectionCount: number,
  megabytes: number,
): Promise<Run[][]> => {
  const rounds: Run[][] = [];
  const until = performance.now() + ROUNDS.withinMs;
  while (rounds.length < ROUNDS.least || (rounds.length < ROUNDS.most && performance.now() < until)) {
    const round: Run[] = [];
    for (const { pid, prepare } of methods) {
      const send = await prepare(connectionCount);
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
  'bare MB/s',
  'portal MB/s',
  'ratio',
  'file by file MB/s',
  'ratio',
  'CPU bare',
  'CPU portal',
];

const rowOf = (connectionCount: number, rounds: Run[][]): string[] => {
  const middle = (value: (round: Run[]) => number) => shown(median(rounds.map(value)));
  const speed = (round: Run[], method: number) => round[method]?.megabytesPerSecond ?? Number.NaN;
  const speedAndRatio = (method: number) => [
    middle((round) => speed(round, method)),
    middle((round) => speed(round, method) / speed(round, 0)),
  ];
  const cpu = (method: number) => `${middle((round) => round[method]?.serverMs ?? Number.NaN)} ms`;
  return [
    String(connectionCount),
    middle((round) => speed(round, 0)),
    ...speedAndRatio(1),
    ...speedAndRatio(2),
    cpu(0),
    cpu(1),
  ];
};

let sent = 0;

const sendRaw = async (address: string, files: SliceFile[], connectionCount: number): Promise<void> => {
  const agent = connections(connectionCount);
  await inParallel(connectionCount, files, ({ bytes }) =>
    exchange(agent, `${address}/${sent++}`, {
      method: 'PUT',
      headers: putHeaders(bytes.length),
      body: bytes,
    }),
  );
  agent.destroy();
};
