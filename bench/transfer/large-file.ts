import { crc32 } from 'node:zlib';
import { connections, exchange, inParallel } from '../measuring/exchange.ts';
import { type Benchmark, type Table, median, shown } from '../measuring/figures.ts';
import { cpuMs, watchMemory } from '../measuring/memory.ts';
import { pageMemory } from './page-memory.ts';
import { type Portal, startPortal } from '../programs/portal.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { startRawServer } from '../programs/raw.ts';
import { putHeaders } from './sending.ts';

const BYTES = 600_000_000;
const ROUNDS = 3;
/** The web app uploads this many parts concurrently. */
const CONNECTIONS = 4;
const FILENAME = 'scan.zip';

interface SendMethod {
  name: string;
  pid: number;
  send: () => Promise<unknown>;
}

export const largeFile: Benchmark = async () => [await measureSpeed(), await pageMemory()];

/**
 * Sends one ZIP of 600 MB, from the first call to the response of `complete`: in one PUT, in parts, and to a bare
 * server.
 */
const measureSpeed = async (): Promise<Table> => {
  const bytes = Buffer.alloc(BYTES, 'snimok');
  const portal = await startPortal({ worker: false });
  const raw = await startRawServer();
  let count = 0;
  const methods: SendMethod[] = [
    {
      name: 'bare server, one PUT',
      pid: raw.pid,
      send: () => put(`${raw.address}/${count++}`, bytes),
    },
    { name: 'portal, one PUT', pid: portal.api.pid, send: () => sendWhole(portal, bytes) },
    { name: 'portal, in parts', pid: portal.api.pid, send: () => sendInParts(portal, bytes) },
  ];
  try {
    const memory = await watchMemory(portal.api.pid);
    const runs = methods.map((): { megabytes: number; cpu: number }[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, { pid, send }] of methods.entries()) {
        await waitUntilQuiet();
        const cpu = await cpuMs(pid);
        const begin = performance.now();
        await send();
        const seconds = (performance.now() - begin) / 1000;
        runs[i]?.push({ megabytes: BYTES / 1e6 / seconds, cpu: (await cpuMs(pid)) - cpu });
      }
    }
    const { ownMB } = await memory.stop();
    const rows = methods.map(({ name }, i) => {
      const ratioTo = (peer: number) =>
        shown(
          median((runs[i] ?? []).map(({ megabytes }, n) => megabytes / (runs[peer]?.[n]?.megabytes ?? 1))),
        );
      const middle = (key: 'megabytes' | 'cpu') => shown(median((runs[i] ?? []).map((run) => run[key])));
      return [name, middle('megabytes'), ratioTo(0), ratioTo(1), `${middle('cpu')} ms`];
    });
    const title = `One file of 600 MB (API peak ${shown(ownMB)} MB)`;
    const head = ['method', 'MB/s', 'to bare', 'to one PUT', 'CPU'];
    return { title, head, rows };
  } finally {
    await portal.stop();
    await raw.stop();
  }
};

const put = async (url: string, body: Buffer, agent = connections(1)) =>
  exchange(agent, url, { method: 'PUT', headers: putHeaders(body.length), body });

const beginUpload = async ({ assistant }: Portal) => {
  const studyID = await assistant.makeStudy();
  const { uploadUUID } = await assistant.post<{ uploadUUID: string }>(`/assistant/studies/${studyID}/upload`);
  return `/assistant/uploads/${uploadUUID}`;
};

const sendWhole = async (portal: Portal, bytes: Buffer) => {
  const path = await beginUpload(portal);
  const file = { filename: FILENAME, filesize: bytes.length };
  const { presignedURL } = await portal.assistant.post<{ presignedURL: string }>(
    `${path}/presigned-url`,
    file,
  );
  await put(presignedURL, bytes);
  await portal.assistant.post(`${path}/complete`, { finalFiles: [FILENAME] });
};

const sendInParts = async (portal: Portal, bytes: Buffer) => {
  const { assistant } = portal;
  const agent = connections(CONNECTIONS);
  const path = await beginUpload(portal);
  const file = { filename: FILENAME, filesize: bytes.length, inParts: true };
  const { parts } = await assistant.post<{ parts: { partSize: number } }>(`${path}/presigned-url`, file);
  const pieces = Array.from({ length: Math.ceil(bytes.length / parts.partSize) }, (_, i) =>
    bytes.subarray(i * parts.partSize, (i + 1) * parts.partSize),
  );
  const checksums: string[] = [];
  await inParallel(CONNECTIONS, [...pieces.entries()], async ([i, piece]) => {
    const checksum = crc32(piece).toString(16).padStart(8, '0');
    checksums[i] = checksum;
    const body = { filename: FILENAME, parts: [{ number: i + 1, checksum }] };
    const { parts: targets } = await assistant.post<{ parts: { presignedURL: string }[] }>(
      `${path}/part-urls`,
      body,
      agent,
    );
    await put(targets[0]?.presignedURL ?? '', piece, agent);
  });
  const joined = { filename: FILENAME, checksums };
  const { uploaded } = await assistant.post<{ uploaded: boolean }>(`${path}/join-parts`, joined, agent);
  if (!uploaded) throw new Error('parts are missing');
  await assistant.post(`${path}/complete`, { finalFiles: [FILENAME] }, agent);
  agent.destroy();
};
