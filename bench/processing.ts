import { execFile } from 'node:child_process';
import { access, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Benchmark, median, shown } from './figures.ts';
import { watchMemory } from './memory.ts';
import { startPortal } from './portal.ts';
import { waitUntilQuiet } from './quiet.ts';
import { sendStudy } from './sending.ts';
import { readSeries, seriesFolder, totalBytes } from './series.ts';
import type { PortalClient } from './portal-client.ts';

const ROUNDS = 5;
const POLL_MS = 20;

/**
 * From `complete` to `processed` (headers read, ZIP written, read back and compared, picture made), compared with `zip
 * -1`.
 */
export const processing: Benchmark = async () => {
  await access(ZIP).catch(() => {
    throw new Error('`zip`, which processing is compared with, is not installed: apt-get install zip');
  });
  const [files, folder] = [await readSeries(), await seriesFolder()];
  const portal = await startPortal({ worker: true });
  try {
    const { assistant, worker } = portal;
    const process = async () => {
      const uploadUUID = await sendStudy(assistant, await assistant.makeStudy(), files, 4);
      return timed(() => untilProcessed(assistant, uploadUUID));
    };
    await process(); // warms the worker, and puts the series into the page cache for zip
    const memory = await watchMemory(worker?.pid ?? 0);
    const rounds: { zipMs: number; portalMs: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await waitUntilQuiet();
      rounds.push({ zipMs: await timed(() => zip(folder)), portalMs: await process() });
    }
    const { ownMB, childrenMB } = await memory.stop();
    const zipMs = median(rounds.map((round) => round.zipMs));
    const portalMs = median(rounds.map((round) => round.portalMs));
    const ratio = median(rounds.map((round) => round.portalMs / round.zipMs));
    return [
      {
        title: `Processing: ${files.length} files, ${shown(totalBytes(files) / 1e6)} MB`,
        head: ['', '`zip -1`', 'portal', 'ratio', 'worker peak', 'its parser processes'],
        rows: [
          [
            'complete → processed',
            `${shown(zipMs / 1000)} s`,
            `${shown(portalMs / 1000)} s`,
            shown(ratio),
            `${shown(ownMB)} MB`,
            `${shown(childrenMB)} MB`,
          ],
        ],
      },
    ];
  } finally {
    await portal.stop();
  }
};

const ZIP = '/usr/bin/zip';

const zip = async (folder: string): Promise<void> => {
  const target = join(tmpdir(), `snimok-bench-${process.pid}.zip`);
  try {
    await promisify(execFile)(ZIP, ['-1', '-q', '-r', target, '.'], { cwd: folder });
  } finally {
    await rm(target, { force: true });
  }
};

/** Waits until an upload is processed; throws when processing failed. */
export const untilProcessed = async (client: PortalClient, uploadUUID: string): Promise<void> => {
  for (; ; await sleep(POLL_MS)) {
    const { text } = await client.get(`/assistant/uploads/${uploadUUID}`);
    const { status, error } = JSON.parse(text) as { status: string; error: string | null };
    if (status !== 'processed') continue;
    if (error !== null) throw new Error(error);
    return;
  }
};

const timed = async (work: () => Promise<void>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};
