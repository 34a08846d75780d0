import type { Agent } from 'node:http';
import { connections, exchange, inParallel } from '../exchange.ts';
import { median, shown, type Table } from '../figures.ts';
import { waitUntilQuiet } from '../quiet.ts';
import { putHeaders, sendFiles } from '../sending.ts';
import { readSeries, type SliceFile, totalBytes } from '../series.ts';
import { PortalClient } from '../portal-client.ts';
import { downloadAll, measureStudy } from './measure-study.ts';
import type { PortalProcesses, Backend, Installation } from './installation.ts';
import type { Dataset } from './dataset.ts';

const ROUNDS = 5;
const CONNECTIONS = 8;

interface Round {
  raw: number;
  ours: number;
}

/** The bytes of a study of 130 MB up and down, and the same bytes past the portal, by turns while nobody else asks. */
export const measureThroughput = async <Own extends Backend>(
  installation: Installation<Own>,
  backend: Own,
  portal: PortalProcesses,
  dataset: Dataset,
): Promise<Table[]> => {
  const assistant = PortalClient.known(dataset.address, dataset.assistants[0]?.cookie ?? '');
  const files = await readSeries();
  const raw = await installation.startRawEngine(backend);
  // kept to the end: the bare server dies of a connection that is cut while it still says goodbye
  const [lanes, one] = [connections(CONNECTIONS), connections(1)];
  try {
    const up = await rounds(async (round) => {
      const urls = await Promise.all(files.map((_file, at) => raw.putURL(`${round}-${at}`)));
      const studyID = await assistant.makeStudy();
      return {
        raw: () => putAll(lanes, files, urls),
        ours: () => sendFiles(assistant, studyID, files, CONNECTIONS),
      };
    });
    const study = await measureStudy({ files, assistant, raw, one }, backend, portal);
    const down = await rounds(async () => ({
      raw: () => downloadAll(one, study.rawURL),
      ours: () => downloadAll(one, study.url),
    }));
    const title = `Bytes of a study: ${files.length} files, ${shown(totalBytes(files) / 1e6)} MB`;
    return [
      {
        title,
        head: ['', 'raw MB/s', 'portal MB/s', 'ratio'],
        rows: [
          row(`up, ${CONNECTIONS} connections, beside ${raw.names.up}`, totalBytes(files), up),
          row(`down, one connection, beside ${raw.names.down}`, study.bytes, down),
        ],
      },
      study.cost,
    ];
  } finally {
    lanes.destroy();
    one.destroy();
    await raw.stop();
  }
};

type Work = () => Promise<unknown>;

/** Each way once a round, after one that warms both. */
const rounds = async (prepare: (round: number) => Promise<{ raw: Work; ours: Work }>): Promise<Round[]> => {
  const all: Round[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const { raw, ours } = await prepare(round);
    all.push({ raw: await timed(raw), ours: await timed(ours) });
  }
  return all.slice(1);
};

const timed = async (work: Work): Promise<number> => {
  await waitUntilQuiet();
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
};

const row = (title: string, bytes: number, all: Round[]): string[] => {
  const speed = (way: keyof Round) => shown(median(all.map((round) => bytes / 1e6 / round[way])));
  return [title, speed('raw'), speed('ours'), shown(median(all.map(({ raw, ours }) => raw / ours)))];
};

const putAll = (agent: Agent, files: SliceFile[], urls: string[]): Promise<unknown> =>
  inParallel(CONNECTIONS, [...files.entries()], ([at, { bytes }]) =>
    exchange(agent, urls[at] ?? '', { method: 'PUT', headers: putHeaders(bytes.length), body: bytes }),
  );
