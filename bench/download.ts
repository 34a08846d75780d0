import { randomBytes } from 'node:crypto';
import { link, readdir } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { join } from 'node:path';
import { connections, exchange, inParallel } from './exchange.ts';
import { type Benchmark, median, percentile, shown, type Table } from './figures.ts';
import { watchMemory } from './memory.ts';
import { type Portal, startPortal } from './portal.ts';
import { untilProcessed } from './processing.ts';
import { waitUntilQuiet } from './quiet.ts';
import { type RawServer, startRawServer } from './raw.ts';
import { putHeaders, sendStudy } from './sending.ts';
import { readSeries } from './series.ts';

const ROUNDS = 9;
const RANGES = 400;
/** As a viewer asks for one slice of the object. */
const RANGE_BYTES = 200_000;
const LARGE_BYTES = 2 * 1024 ** 3;

/** A study's one object by its presigned URL, beside the same file from a bare server; and a 2 GB file up and down. */
export const download: Benchmark = async () => {
  const portal = await startPortal({ worker: true });
  const raw = await startRawServer();
  const agent = connections(1);
  try {
    const study = await publishStudy(portal);
    return [await whole(study, raw, agent), await ranges(study), await large(portal, agent)];
  } finally {
    agent.destroy();
    await portal.stop();
    await raw.stop();
  }
};

interface Published {
  url: string;
  path: string;
}

const publishStudy = async ({ assistant, folder }: Portal): Promise<Published> => {
  const studyID = await assistant.makeStudy();
  const uploadUUID = await sendStudy(assistant, studyID, await readSeries(), 4);
  await untilProcessed(assistant, uploadUUID);
  const { text } = await assistant.get(`/assistant/studies/${studyID}/download`);
  const { presignedURL } = JSON.parse(text) as { presignedURL: string };
  const studies = join(folder, 'storage/studies');
  const [object = ''] = await readdir(studies);
  return { url: presignedURL, path: join(studies, object) };
};

const whole = async ({ url, path }: Published, raw: RawServer, agent: Agent): Promise<Table> => {
  await link(path, join(raw.folder, 'object.zip'));
  const speeds: { raw: number; ours: number }[] = [];
  const speed = async (from: string) => {
    const begin = performance.now();
    const { bytes } = await exchange(agent, from, {}, { keep: false });
    return bytes / 1000 / (performance.now() - begin);
  };
  for (let round = 0; round <= ROUNDS; round++) {
    await waitUntilQuiet();
    speeds.push({ raw: await speed(`${raw.address}/object.zip`), ours: await speed(url) });
  }
  speeds.shift(); // the first warms both
  return {
    title: 'Download: the object of the 130 MB study, one connection',
    head: ['', 'bare file MB/s', 'portal MB/s', 'ratio'],
    rows: [
      [
        'GET',
        shown(median(speeds.map(({ raw }) => raw))),
        shown(median(speeds.map(({ ours }) => ours))),
        shown(median(speeds.map(({ ours, raw }) => ours / raw))),
      ],
    ],
  };
};

const ranges = async ({ url }: Published): Promise<Table> => {
  const rows: string[][] = [];
  for (const lanes of [1, 8]) {
    const agent = connections(lanes);
    await waitUntilQuiet();
    const times: number[] = [];
    const starts = Array.from({ length: RANGES }, (_, i) => ((i * 7919) % RANGES) * RANGE_BYTES);
    await inParallel(lanes, starts, async (start) => {
      const begin = performance.now();
      const headers = { range: `bytes=${start}-${start + RANGE_BYTES - 1}` };
      await exchange(agent, url, { headers }, { keep: false });
      times.push(performance.now() - begin);
    });
    agent.destroy();
    rows.push([String(lanes), ...[0.5, 0.99].map((share) => `${shown(percentile(times, share))} ms`)]);
  }
  return { title: 'Ranges of 200 kB', head: ['connections', 'p50', 'p99'], rows };
};

/** One file of 2 GB that does not compress, beside one slice, so that it is a study. */
const large = async ({ assistant, api, worker }: Portal, agent: Agent): Promise<Table> => {
  const [slice] = await readSeries();
  if (!slice) throw new Error('an empty series');
  const up = await watchMemory(api.pid);
  const studyID = await assistant.makeStudy();
  const { uploadUUID } = await assistant.post<{ uploadUUID: string }>(`/assistant/studies/${studyID}/upload`);
  const upload = `/assistant/uploads/${uploadUUID}`;
  const put = async (filename: string, filesize: number, body: Buffer | AsyncIterable<Buffer>) => {
    const { presignedURL } = await assistant.post<{ presignedURL: string }>(`${upload}/presigned-url`, {
      filename,
      filesize,
    });
    await exchange(agent, presignedURL, { method: 'PUT', headers: putHeaders(filesize), body });
  };
  await put(slice.name, slice.bytes.length, slice.bytes);
  await waitUntilQuiet();
  let begin = performance.now();
  await put('raw.bin', LARGE_BYTES, blocks());
  const upSeconds = (performance.now() - begin) / 1000;
  const upPeak = await up.stop();

  await waitUntilQuiet();
  const work = await watchMemory(worker?.pid ?? 0);
  begin = performance.now();
  await assistant.post(`${upload}/complete`, { finalFiles: [slice.name, 'raw.bin'] });
  await untilProcessed(assistant, uploadUUID);
  const workSeconds = (performance.now() - begin) / 1000;
  const workPeak = await work.stop();

  await waitUntilQuiet();
  const down = await watchMemory(api.pid);
  const { text } = await assistant.get(`/assistant/studies/${studyID}/download`);
  begin = performance.now();
  const { presignedURL } = JSON.parse(text) as { presignedURL: string };
  const { bytes } = await exchange(agent, presignedURL, {}, { keep: false });
  const downSeconds = (performance.now() - begin) / 1000;
  const downPeak = await down.stop();
  if (bytes < LARGE_BYTES) throw new Error(`only ${bytes} bytes came`);
  const speed = (seconds: number) => shown(LARGE_BYTES / 1e6 / seconds);
  return {
    title: 'One file of 2 GB',
    head: ['', 'MB/s', 'peak', 'its children'],
    rows: [
      ['upload (API)', speed(upSeconds), `${shown(upPeak.ownMB)} MB`, ''],
      [
        'processing (worker)',
        speed(workSeconds),
        `${shown(workPeak.ownMB)} MB`,
        `${shown(workPeak.childrenMB)} MB`,
      ],
      ['download (API)', speed(downSeconds), `${shown(downPeak.ownMB)} MB`, ''],
    ],
  };
};

/** The same random megabyte again and again: deflate looks back 32 kB only, so it finds nothing. */
async function* blocks(): AsyncGenerator<Buffer> {
  const block = randomBytes(1024 ** 2);
  for (let sent = 0; sent < LARGE_BYTES; sent += block.length) yield block;
}
