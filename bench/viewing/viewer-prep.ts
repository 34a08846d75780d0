import { setTimeout as sleep } from 'node:timers/promises';
import { readDicom } from '@snimok/imaging/dicom/read';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { encodeHtj2k } from '@snimok/imaging/pictures/htj2k';
import { type Benchmark, median, percentile, shown } from '../measuring/figures.ts';
import { watchMemory } from '../measuring/memory.ts';
import { startPortal } from '../programs/portal.ts';
import { untilProcessed } from '../transfer/processing.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { sendStudy } from '../transfer/sending.ts';
import { readSeries, type SliceFile, totalBytes } from '../measuring/series.ts';

const ROUNDS = 3;
const FRAMES_PER_REQUEST = 64;
const PREVIEWS = 100;
const POLL_MS = 20;

interface Level {
  level: string;
  size: number[];
  sizeBytes: number;
}

/**
 * Renditions for the viewer: the time from the end of processing until one is ready, its sizes, and how fast it is
 * served.
 */
export const viewerPrep: Benchmark = async () => {
  const files = await readSeries();
  const encoding = await encodeSpeed(files);
  const portal = await startPortal({ worker: true });
  const { assistant, worker, address } = portal;
  try {
    const rounds: { readyMs: number; ownMB: number; childrenMB: number }[] = [];
    let ticket = '';
    let levels: Level[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await waitUntilQuiet();
      const studyID = await assistant.makeStudy();
      await untilProcessed(assistant, await sendStudy(assistant, studyID, files, 4));
      const memory = await watchMemory(worker?.pid ?? 0);
      const begin = performance.now();
      const opened = await assistant.post<{ remoteSessionURL: string }>(
        `/assistant/studies/${studyID}/remote-session`,
      );
      ticket = new URL(opened.remoteSessionURL).hash.slice(1);
      levels = await untilReady(address, ticket);
      rounds.push({ readyMs: performance.now() - begin, ...(await memory.stop()) });
    }
    const readyMs = median(rounds.map((round) => round.readyMs));
    const voxelBytes = 2 * (levels.at(-1)?.size.reduce((all, count) => all * count, 1) ?? 0);
    const bytes = (name: string) => levels.find(({ level }) => level === name)?.sizeBytes ?? 0;
    const served = await measureServing(address, ticket, levels.at(-1)?.size[2] ?? 0);
    return [
      {
        title: `Making a rendition: ${files.length} slices, ${shown(totalBytes(files) / 1e6)} MB`,
        head: [
          'HTJ2K, one core',
          'ready after',
          'voxel throughput',
          'worker peak',
          'its parser processes',
          'preview',
          'half',
          'full',
        ],
        rows: [
          [
            `${shown(encoding)} MB/s`,
            `${shown(readyMs / 1000)} s`,
            `${shown(voxelBytes / 1e3 / readyMs)} MB/s`,
            `${shown(Math.max(...rounds.map(({ ownMB }) => ownMB)))} MB`,
            `${shown(Math.max(...rounds.map(({ childrenMB }) => childrenMB)))} MB`,
            `${shown(bytes('preview') / 1e3)} kB`,
            `${shown(bytes('half') / 1e6)} MB`,
            `${shown(bytes('full') / 1e6)} MB`,
          ],
        ],
      },
      {
        title: 'Serving over loopback',
        head: ['', 'p50', 'p99'],
        rows: [
          [
            'the preview, one request',
            `${shown(median(served.previewMs))} ms`,
            `${shown(percentile(served.previewMs, 0.99))} ms`,
          ],
          [
            'one frame',
            `${shown(median(served.frameMs))} ms`,
            `${shown(percentile(served.frameMs, 0.99))} ms`,
          ],
          [
            `every frame, ${FRAMES_PER_REQUEST} per request`,
            `${shown(bytes('full') / 1e3 / served.allMs)} MB/s`,
            '',
          ],
        ],
      },
    ];
  } finally {
    await portal.stop();
  }
};

const encodeSpeed = async (files: SliceFile[]): Promise<number> => {
  const some = await Promise.all(
    files.slice(100, 140).map(async ({ bytes }) => decodeFrame(bytes, readDicom(bytes), 0)),
  );
  const speeds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await waitUntilQuiet();
    const begin = performance.now();
    let encodedBytes = 0;
    for (const { values, columns, rows } of some) {
      await encodeHtj2k(values as Uint16Array, { columns, rows });
      encodedBytes += values.byteLength;
    }
    speeds.push(encodedBytes / 1e3 / (performance.now() - begin));
  }
  return median(speeds);
};

const fetchFromViewer = (address: string, ticket: string, path: string) =>
  fetch(`${address}/api/1/viewer/${path}`, { headers: { authorization: `Bearer ${ticket}` } });

const untilReady = async (address: string, ticket: string): Promise<Level[]> => {
  for (; ; await sleep(POLL_MS)) {
    const study = (await (await fetchFromViewer(address, ticket, 'study')).json()) as {
      status: string;
      series: { levels: Level[] }[];
    };
    if (study.status === 'failed') throw new Error('the rendition failed');
    if (study.status === 'ready') return study.series[0]?.levels ?? [];
  }
};

/** Over loopback, so that only the portal's own time is measured. */
const measureServing = async (address: string, ticket: string, slices: number) => {
  const timed = async (path: string): Promise<number> => {
    const begin = performance.now();
    const reply = await fetchFromViewer(address, ticket, `series/0/frames?${path}`);
    if (!reply.ok) throw new Error(`${path}: status ${reply.status}`);
    await reply.arrayBuffer();
    return performance.now() - begin;
  };
  const previewMs: number[] = [];
  const frameMs: number[] = [];
  for (let n = 0; n < PREVIEWS; n++) {
    previewMs.push(await timed('level=preview&count=512'));
    frameMs.push(await timed(`from=${(n * 37) % slices}`));
  }
  let allMs = 0;
  for (let from = 0; from < slices; from += FRAMES_PER_REQUEST)
    allMs += await timed(`from=${from}&count=${FRAMES_PER_REQUEST}`);
  return { previewMs, frameMs, allMs };
};
