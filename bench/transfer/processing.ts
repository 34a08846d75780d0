import { execFile } from 'node:child_process';
import { access, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { completeUpload, openUpload, type PreparedBundle, prepareBundles, sendBundles } from './bundles.ts';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { watchMemory } from '../measuring/memory.ts';
import { type Portal, startPortal } from '../programs/portal.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { sendFiles } from './sending.ts';
import { readSeries, seriesFolder, type SliceFile, totalBytes } from '../measuring/series.ts';
import type { PortalClient } from '../programs/portal-client.ts';
import { watchCPU } from '../measuring/tree-cpu.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const POLL_MS = 20;

/** Sends the files without calling `complete`; resolves with the upload's UUID. */
type Send = (assistant: PortalClient) => Promise<string>;

interface Round {
  zipMs: number;
  portalMs: number;
  ownMs: number;
  descendantsMs: number;
}

/**
 * Measures from `complete`, after the last byte, to `processed` (headers read, ZIP written, read back and compared,
 * panorama made), compared with `zip -1`. A volume whose slices have no positions has no panorama.
 */
export const processing: Benchmark = async () => {
  await access(ZIP).catch(() => {
    throw new Error('`zip`, which processing is compared with, is not installed: apt-get install zip');
  });
  const files = await readSeries();
  const folder = await seriesFolder();
  const bundles = await prepareBundles(files, folder);
  const unplaced = await readSeries('without positions');
  const unplacedBundles = await prepareBundles(unplaced, await seriesFolder('without positions'));
  const portal = await startPortal({ worker: true });
  const ways: { title: string; send: Send }[] = [
    {
      title: 'files',
      send: async (assistant) => sendFiles(assistant, await assistant.makeStudy(), files, 4),
    },
    { title: 'bundles, at once', send: (assistant) => sendAtOnce(assistant, bundles) },
    {
      title: 'bundles, examined as they arrived',
      send: (assistant) => sendAsExamined(assistant, bundles),
    },
    {
      title: 'the same without panorama',
      send: (assistant) => sendAsExamined(assistant, unplacedBundles),
    },
  ];
  try {
    const { worker } = portal;
    for (const { send } of ways) await processOne(portal, files, send); // puts the series into the page cache for zip
    const memory = await watchMemory(worker?.pid ?? 0);
    const rounds = ways.map((): Round[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      await waitUntilQuiet();
      const zipMs = await timed(() => zip(folder));
      for (const [i, { send }] of ways.entries())
        rounds[i]?.push({ zipMs, ...(await processOne(portal, files, send)) });
    }
    const { ownMB, childrenMB } = await memory.stop();
    const title =
      `Processing: ${files.length} files, ${shown(totalBytes(files) / 1e6)} MB ` +
      `(worker peak ${shown(ownMB)} MB, its parser processes ${shown(childrenMB)} MB)`;
    const head = ['', '`zip -1`', 'portal', 'ratio', 'CPU worker', 'CPU parser processes'];
    return [{ title, head, rows: ways.map((way, i) => rowOf(way.title, rounds[i] ?? [])) }];
  } finally {
    await portal.stop();
  }
};

const rowOf = (title: string, rounds: Round[]): string[] => {
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  return [
    title,
    `${shown(middle(({ zipMs }) => zipMs) / 1000)} s`,
    `${shown(middle(({ portalMs }) => portalMs) / 1000)} s`,
    shown(middle(({ portalMs, zipMs }) => portalMs / zipMs)),
    `${shown(middle(({ ownMs }) => ownMs))} ms`,
    `${shown(middle(({ descendantsMs }) => descendantsMs))} ms`,
  ];
};

const processOne = async (portal: Portal, files: SliceFile[], send: Send): Promise<Omit<Round, 'zipMs'>> => {
  const { assistant, worker } = portal;
  const uploadUUID = await send(assistant);
  await waitUntilQuiet();
  const cpu = await watchCPU(worker?.pid ?? 0);
  const portalMs = await timed(async () => {
    await completeUpload(assistant, uploadUUID, files);
    await untilProcessed(assistant, uploadUUID);
  });
  return { portalMs, ...(await cpu.stop()) };
};

/** Sends all bundles at once, faster than the worker can examine them. */
const sendAtOnce = async (assistant: PortalClient, bundles: PreparedBundle[]): Promise<string> => {
  const uploadUUID = await openUpload(assistant, await assistant.makeStudy());
  await sendBundles(assistant, uploadUUID, bundles, 4);
  return uploadUUID;
};

/** Sends bundles more slowly than they are examined, as over a slow line; the last one has just arrived. */
const sendAsExamined = async (assistant: PortalClient, bundles: PreparedBundle[]): Promise<string> => {
  const uploadUUID = await openUpload(assistant, await assistant.makeStudy());
  await sendBundles(assistant, uploadUUID, bundles.slice(0, -1), 4);
  const examined = bundles.slice(0, -1).reduce((sum, { declared }) => sum + declared.files.length, 0);
  for (let count = 0; count < examined; await sleep(POLL_MS)) {
    const { text } = await assistant.get(`/assistant/uploads/${uploadUUID}`);
    count = (JSON.parse(text) as { preview?: { imageCount: number } }).preview?.imageCount ?? 0;
  }
  await sendBundles(assistant, uploadUUID, bundles.slice(-1), 1);
  return uploadUUID;
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
