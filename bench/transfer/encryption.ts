import { randomBytes } from 'node:crypto';
import type { Agent } from 'node:http';
import { connections, exchange } from '../measuring/exchange.ts';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { cpuMs } from '../measuring/memory.ts';
import { type Portal, startPortal } from '../programs/portal.ts';
import { untilProcessed } from './processing.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { putHeaders, sendFiles, sendStudy } from './sending.ts';
import { readSeries, totalBytes } from '../measuring/series.ts';

const ROUNDS = 9;
const LARGE_BYTES = 400_000_000;
const CONNECTIONS = 4;

interface Operation {
  name: string;
  megabytes: number;
  /** Does the preparation, which is not measured; returns the measured operation. */
  prepare(portal: Portal): Promise<() => Promise<unknown>>;
}

/** Two portals, one with STORAGE_ENCRYPTION=on: the same uploads and downloads, alternately. */
export const encryption: Benchmark = async () => {
  const plain = await startPortal({ worker: true });
  const encrypted = await startPortal({ worker: true, env: { STORAGE_ENCRYPTION: 'on' } });
  const agent = connections(1);
  try {
    const rows: string[][] = [];
    for (const operation of await operations([plain, encrypted], agent))
      rows.push(await compare(operation, plain, encrypted));
    const head = ['', 'plain MB/s', 'encrypted MB/s', 'ratio', 'CPU plain', 'CPU encrypted'];
    return [{ title: 'Encrypted folder store', head, rows }];
  } finally {
    agent.destroy();
    await plain.stop();
    await encrypted.stop();
  }
};

const operations = async (portals: Portal[], agent: Agent): Promise<Operation[]> => {
  const files = await readSeries();
  const large = randomBytes(LARGE_BYTES);
  const downloads = new Map<Portal, string>();
  for (const portal of portals) downloads.set(portal, await downloadOf(portal));
  const study = totalBytes(files) / 1e6;
  return [
    {
      name: `upload of ${files.length} files, ${CONNECTIONS} connections`,
      megabytes: study,
      prepare: async ({ assistant }) => {
        const studyID = await assistant.makeStudy();
        return () => sendFiles(assistant, studyID, files, CONNECTIONS);
      },
    },
    {
      name: 'upload of one file, one PUT',
      megabytes: LARGE_BYTES / 1e6,
      prepare: async ({ assistant }) => {
        const studyID = await assistant.makeStudy();
        const { uploadUUID } = await assistant.post<{ uploadUUID: string }>(
          `/assistant/studies/${studyID}/upload`,
        );
        const file = { filename: 'raw.bin', filesize: LARGE_BYTES };
        const { presignedURL } = await assistant.post<{ presignedURL: string }>(
          `/assistant/uploads/${uploadUUID}/presigned-url`,
          file,
        );
        const request = { method: 'PUT', headers: putHeaders(LARGE_BYTES), body: large };
        return () => exchange(agent, presignedURL, request);
      },
    },
    {
      name: 'download of the study, one connection',
      megabytes: study,
      prepare: async (portal) => () => exchange(agent, downloads.get(portal) ?? '', {}, { keepBody: false }),
    },
  ];
};

/** Processes the series as a study; returns the presigned URL of its object. */
const downloadOf = async ({ assistant }: Portal): Promise<string> => {
  const studyID = await assistant.makeStudy();
  const uploadUUID = await sendStudy(assistant, studyID, await readSeries(), CONNECTIONS);
  await untilProcessed(assistant, uploadUUID);
  const { text } = await assistant.get(`/assistant/studies/${studyID}/download`);
  return (JSON.parse(text) as { presignedURL: string }).presignedURL;
};

interface Run {
  megabytesPerSecond: number;
  cpu: number;
}

const measure = async ({ megabytes, prepare }: Operation, portal: Portal): Promise<Run> => {
  const run = await prepare(portal);
  await waitUntilQuiet();
  const cpu = await cpuMs(portal.api.pid);
  const begin = performance.now();
  await run();
  const seconds = (performance.now() - begin) / 1000;
  return { megabytesPerSecond: megabytes / seconds, cpu: (await cpuMs(portal.api.pid)) - cpu };
};

const compare = async (operation: Operation, plain: Portal, encrypted: Portal): Promise<string[]> => {
  const rounds: { plain: Run; encrypted: Run }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    // the order alternates, because the second measurement starts in the state that the first one left
    if (round % 2 === 0) {
      const first = await measure(operation, plain);
      rounds.push({ plain: first, encrypted: await measure(operation, encrypted) });
    } else {
      const first = await measure(operation, encrypted);
      rounds.push({ plain: await measure(operation, plain), encrypted: first });
    }
  }
  rounds.shift(); // warm-up
  const middle = (value: (round: (typeof rounds)[number]) => number) => shown(median(rounds.map(value)));
  return [
    operation.name,
    middle((round) => round.plain.megabytesPerSecond),
    middle((round) => round.encrypted.megabytesPerSecond),
    middle((round) => round.encrypted.megabytesPerSecond / round.plain.megabytesPerSecond),
    `${middle((round) => round.plain.cpu)} ms`,
    `${middle((round) => round.encrypted.cpu)} ms`,
  ];
};
