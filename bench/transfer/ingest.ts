import { completeUpload, openUpload, prepareBundles, sendBundles, sendByProgram } from './bundles.ts';
import { connections, exchange, inParallel } from '../measuring/exchange.ts';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { cpuMs, watchMemory } from '../measuring/memory.ts';
import { type Orthanc, startPeer } from '../programs/orthanc-server.ts';
import { startPortal } from '../programs/portal.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { startRawServer } from '../programs/raw.ts';
import { putHeaders, sendStudy, type SendMethod } from './sending.ts';
import { readSeries, seriesFolder, type SliceFile, totalBytes } from '../measuring/series.ts';

const CONNECTION_COUNTS = [1, 4, 8];
const SENDER_CONNECTIONS = 4;
const ROUNDS = { least: 3, most: 5, withinMs: 20_000 };

interface Run {
  megabytesPerSecond: number;
  serverMs: number;
}

/** Does the preparation, which is not measured; returns the measured operation. */
type Prepare = (connectionCount: number) => Promise<() => Promise<unknown>>;

interface Method {
  name: string;
  pid: number;
  prepare: Prepare;
}

/**
 * Sends 400 files, 130 MB, from the first call to the response of `complete`, compared with sending them to a bare server
 * and to Orthanc. All speeds count original bytes. Bundles are compressed beforehand, except by the sender of `snimok`.
 */
export const ingest: Benchmark = async () => {
  const files = await readSeries();
  const folder = await seriesFolder();
  const bundles = await prepareBundles(files, folder);
  const portal = await startPortal({ worker: false });
  const raw = await startRawServer();
  const peer = await startPeer(portal.databaseURL);
  const { assistant, api } = portal;
  const toPortal =
    (send: (studyID: number, connectionCount: number) => Promise<unknown>): Prepare =>
    async (connectionCount) => {
      const studyID = await assistant.makeStudy();
      return () => send(studyID, connectionCount);
    };
  const byFiles = (method: SendMethod) =>
    toPortal((studyID, connectionCount) => sendStudy(assistant, studyID, files, connectionCount, method));
  const inBundles = toPortal(async (studyID, connectionCount) => {
    const uploadUUID = await openUpload(assistant, studyID);
    await sendBundles(assistant, uploadUUID, bundles, connectionCount);
    await completeUpload(assistant, uploadUUID, files);
  });
  const bare: Method = {
    name: 'bare',
    pid: raw.pid,
    prepare: async (connectionCount) => () => sendRaw(raw.address, files, connectionCount),
  };
  const methods: Method[] = [
    bare,
    { name: 'files', pid: api.pid, prepare: byFiles('batches') },
    { name: 'file by file', pid: api.pid, prepare: byFiles('file by file') },
    { name: 'bundles', pid: api.pid, prepare: inBundles },
    ...(peer ? [methodOf(peer, files)] : []),
  ];
  const bySender = toPortal((studyID) => sendByProgram(assistant, studyID, files, folder));
  const sender: Method = { name: 'sender', pid: api.pid, prepare: bySender };
  try {
    for (const { prepare } of [...methods, sender]) await (await prepare(4))(); // warm-up
    const memory = await watchMemory(api.pid);
    const megabytes = totalBytes(files) / 1e6;
    const rows: string[][] = [];
    for (const connectionCount of CONNECTION_COUNTS)
      rows.push([
        String(connectionCount),
        ...columnsOf(methods, await interleaved(methods, connectionCount, megabytes)),
      ]);
    const withSender = [bare, sender];
    const senderRow = columnsOf(withSender, await interleaved(withSender, SENDER_CONNECTIONS, megabytes));
    const { ownMB } = await memory.stop();
    const title = `Ingest: ${files.length} files, ${shown(megabytes)} MB (API peak ${shown(ownMB)} MB)`;
    return [
      { title, head: ['connections', ...headOf(methods)], rows },
      {
        title: 'Ingest by the sender of `snimok`, which compresses and chooses the connections',
        head: ['', ...headOf(withSender)],
        rows: [[`bare: ${SENDER_CONNECTIONS} connections`, ...senderRow]],
      },
    ];
  } finally {
    await peer?.stop();
    await portal.stop();
    await raw.stop();
  }
};

const methodOf = (orthanc: Orthanc, files: SliceFile[]): Method => ({
  name: 'Orthanc',
  pid: orthanc.pid,
  prepare: async (connectionCount) => {
    await orthanc.clear();
    return () => orthanc.store(files, connectionCount);
  },
});

/** Each round measures every method once, so that other load on the machine affects all of them equally. */
const interleaved = async (
  methods: Method[],
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

const headOf = (methods: Method[]): string[] => [
  ...methods.flatMap(({ name }, i) => [`${name} MB/s`, ...(i > 0 ? ['ratio'] : [])]),
  ...methods.map(({ name }) => `CPU ${name}`),
];

/** Speed, ratio to the first method, and CPU time of each method. */
const columnsOf = (methods: Method[], rounds: Run[][]): string[] => {
  const middle = (value: (round: Run[]) => number) => shown(median(rounds.map(value)));
  const speed = (round: Run[], method: number) => round[method]?.megabytesPerSecond ?? Number.NaN;
  return [
    ...methods.flatMap((_, i) => [
      middle((round) => speed(round, i)),
      ...(i > 0 ? [middle((round) => speed(round, i) / speed(round, 0))] : []),
    ]),
    ...methods.map((_, i) => `${middle((round) => round[i]?.serverMs ?? Number.NaN)} ms`),
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
