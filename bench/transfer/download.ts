import { randomBytes } from 'node:crypto';
import { link, readdir } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { join } from 'node:path';
import { connections, exchange, inParallel } from '../measuring/exchange.ts';
import { type Benchmark, median, percentile, shown, type Table } from '../measuring/figures.ts';
import { watchMemory } from '../measuring/memory.ts';
import { type Orthanc, startPeer } from '../programs/orthanc-server.ts';
import { type Portal, startPortal } from '../programs/portal.ts';
import { untilProcessed } from './processing.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { type RawServer, startRawServer } from '../programs/raw.ts';
import { putHeaders, sendStudy } from './sending.ts';
import { readSeries } from '../measuring/series.ts';

const ROUNDS = 9;
/** Orthanc is measured only in every third round, because it makes a ZIP for each download. */
const PEER_EVERY = 3;
const RANGES = 400;
/** About one slice, as a viewer requests it. */
const RANGE_BYTES = 200_000;
const LARGE_BYTES = 2 * 1024 ** 3;

/**
 * Downloads a study object by its presigned URL, compared with the same file from a bare server and with Orthanc's archive
 * of the same study. Also a 2 GB file up and down.
 */
export const download: Benchmark = async () => {
  const portal = await startPortal({ worker: true });
  const raw = await startRawServer();
  const peer = await startPeer(portal.databaseURL);
  const agent = connections(1);
  try {
    const study = await uploadStudy(portal);
    return [
      await whole(study, raw, peer && (await archiveURL(peer))),
      await ranges(study),
      await large(portal, agent),
    ];
  } finally {
    agent.destroy();
    await peer?.stop();
    await portal.stop();
    await raw.stop();
  }
};

/** Stores the same files in Orthanc. */
const archiveURL = async (orthanc: Orthanc): Promise<string> => {
  await orthanc.store(await readSeries(), 4);
  const [study = ''] = await orthanc.ids('studies');
  return `${orthanc.address}/studies/${study}/archive`;
};

interface UploadedStudy {
  url: string;
  path: string;
}

const uploadStudy = async ({ assistant, folder }: Portal): Promise<UploadedStudy> => {
  const studyID = await assistant.makeStudy();
  const uploadUUID = await sendStudy(assistant, studyID, await readSeries(), 4);
  await untilProcessed(assistant, uploadUUID);
  const { text } = await assistant.get(`/assistant/studies/${studyID}/download`);
  const { presignedURL } = JSON.parse(text) as { presignedURL: string };
  const studies = join(folder, 'storage/studies');
  const [object = ''] = await readdir(studies);
  return { url: presignedURL, path: join(studies, object) };
};

/** How many downloads run at once. */
const DOWNLOADS = [1, 4];

const whole = async (
  { url, path }: UploadedStudy,
  raw: RawServer,
  archive: string | null,
): Promise<Table> => {
  await link(path, join(raw.folder, 'object.zip'));
  const rows: string[][] = [];
  for (const count of DOWNLOADS) {
    const agent = connections(count);
    const rounds: { raw: Transfer; portal: Transfer }[] = [];
    const archives: { seconds: number; ratio: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      await waitUntilQuiet();
      const bare = await transfer(agent, `${raw.address}/object.zip`, count);
      const portal = await transfer(agent, url, count);
      rounds.push({ raw: bare, portal });
      if (!archive || round % PEER_EVERY > 0) continue;
      const { seconds } = await transfer(agent, archive, count);
      archives.push({ seconds, ratio: seconds / portal.seconds });
    }
    agent.destroy();
    for (const measured of [rounds, archives]) measured.shift(); // warm-up
    const middle = (value: (round: (typeof rounds)[number]) => number) => shown(median(rounds.map(value)));
    rows.push([
      String(count),
      middle(({ raw }) => raw.speed),
      middle(({ portal }) => portal.speed),
      middle(({ portal, raw }) => portal.speed / raw.speed),
      ...(archive
        ? [
            middle(({ portal }) => portal.seconds),
            shown(median(archives.map(({ seconds }) => seconds))),
            shown(median(archives.map(({ ratio }) => ratio))),
          ]
        : []),
    ]);
  }
  return {
    title: 'Download: the object of the 130 MB study',
    head: [
      'at once',
      'bare file MB/s',
      'portal MB/s',
      'ratio',
      ...(archive ? ['portal s', 'Orthanc s', 'Orthanc to portal'] : []),
    ],
    rows,
  };
};

interface Transfer {
  seconds: number;
  /** MB/s of all downloads together */
  speed: number;
}

const transfer = async (agent: Agent, url: string, count: number): Promise<Transfer> => {
  const begin = performance.now();
  const replies = await Promise.all(
    Array.from({ length: count }, () => exchange(agent, url, {}, { keepBody: false })),
  );
  const seconds = (performance.now() - begin) / 1000;
  return { seconds, speed: replies.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6 / seconds };
};

const ranges = async ({ url }: UploadedStudy): Promise<Table> => {
  const rows: string[][] = [];
  for (const count of [1, 8]) {
    const agent = connections(count);
    await waitUntilQuiet();
    const times: number[] = [];
    const starts = Array.from({ length: RANGES }, (_, i) => ((i * 7919) % RANGES) * RANGE_BYTES);
    await inParallel(count, starts, async (start) => {
      const begin = performance.now();
      const headers = { range: `bytes=${start}-${start + RANGE_BYTES - 1}` };
      await exchange(agent, url, { headers }, { keepBody: false });
      times.push(performance.now() - begin);
    });
    agent.destroy();
    rows.push([String(count), ...[0.5, 0.99].map((share) => `${shown(percentile(times, share))} ms`)]);
  }
  return { title: 'Ranges of 200 kB', head: ['connections', 'p50', 'p99'], rows };
};

/** One incompressible file of 2 GB, together with one slice, because a study needs at least one image. */
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
  const { bytes } = await exchange(agent, presignedURL, {}, { keepBody: false });
  const downSeconds = (performance.now() - begin) / 1000;
  const downPeak = await down.stop();
  if (bytes < LARGE_BYTES) throw new Error(`received only ${bytes} bytes`);
  const speed = (seconds: number) => shown(LARGE_BYTES / 1e6 / seconds);
  return {
    title: 'One file of 2 GB',
    head: ['', 'MB/s', 'peak', 'its parser processes'],
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

/** Repeats one random megabyte; deflate cannot compress it, because its window is 32 kB. */
async function* blocks(): AsyncGenerator<Buffer> {
  const block = randomBytes(1024 ** 2);
  for (let sent = 0; sent < LARGE_BYTES; sent += block.length) yield block;
}
