import type { Agent } from 'node:http';
import { connections, exchange, inParallel } from '../measuring/exchange.ts';
import { median, shown, type Table } from '../measuring/figures.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { putHeaders, sendFiles } from '../transfer/sending.ts';
import { readSeries, type SliceFile, totalBytes } from '../measuring/series.ts';
import { PortalClient } from '../programs/portal-client.ts';
import { downloadAll, measureStudy } from './measure-study.ts';
import type { PortalProcesses, Backend, Installation } from './installations/installation.ts';
import type { Dataset } from './dataset/dataset.ts';

const ROUNDS = 5;
const CONNECTIONS = 8;

interface Round {
  raw: number;
  portal: number;
}

/**
 * Measures the throughput of a study of 130 MB up and down, alternating between the portal and the raw engine,
 * without other load.
 */
export const measureThroughput = async <Own extends Backend>(
  installation: Installation<Own>,
  backend: Own,
  portal: PortalProcesses,
  dataset: Dataset,
): Promise<Table[]> => {
  const assistant = PortalClient.fromCookie(dataset.address, dataset.assistants[0]?.cookie ?? '');
  const files = await readSeries();
  const raw = await installation.startRawEngine(backend);
  // closed only at the end: the bare server crashes when a connection is reset while it responds
  const many = connections(CONNECTIONS);
  const one = connections(1);
  try {
    const up = await rounds(async (round) => {
      const urls = await Promise.all(files.map((_file, at) => raw.putURL(`${round}-${at}`)));
      const studyID = await assistant.makeStudy();
      return {
        raw: () => putAll(many, files, urls),
        portal: () => sendFiles(assistant, studyID, files, CONNECTIONS),
      };
    });
    const study = await measureStudy({ files, assistant, raw, agent: one }, backend, portal);
    const down = await rounds(async () => ({
      raw: () => downloadAll(one, study.rawURL),
      portal: () => downloadAll(one, study.url),
    }));
    const title = `Throughput compared with the raw engine: ${files.length} files, ${shown(totalBytes(files) / 1e6)} MB`;
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
    many.destroy();
    one.destroy();
    await raw.stop();
  }
};

type Work = () => Promise<unknown>;

/** Measures both once per round; the first round is a warm-up and not counted. */
const rounds = async (prepare: (round: number) => Promise<{ raw: Work; portal: Work }>): Promise<Round[]> => {
  const all: Round[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const { raw, portal } = await prepare(round);
    all.push({ raw: await timed(raw), portal: await timed(portal) });
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
  const speed = (server: keyof Round) => shown(median(all.map((round) => bytes / 1e6 / round[server])));
  return [title, speed('raw'), speed('portal'), shown(median(all.map(({ raw, portal }) => raw / portal)))];
};

const putAll = (agent: Agent, files: SliceFile[], urls: string[]): Promise<unknown> =>
  inParallel(CONNECTIONS, [...files.entries()], ([at, { bytes }]) =>
    exchange(agent, urls[at] ?? '', { method: 'PUT', headers: putHeaders(bytes.length), body: bytes }),
  );
