import { execFile } from 'node:child_process';
import { link, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { type Table, shown } from '../measuring/figures.ts';
import { type Portal, startPortal } from '../programs/portal.ts';
import { limitLine, openSendingPage } from './sending-page.ts';
import { seriesFolder } from '../measuring/series.ts';

/** 1,800 slices of 325 kB are 585 MB. */
const FILES = 1_800;
/** A fast line for a clinic, but slow enough for the page to compress. */
const MBIT = 100;
const LATENCY_MS = 40;
const SAMPLE_EVERY_MS = 100;

/**
 * Private memory of the page's renderer process, with its workers, while 600 MB are chosen and sent, minus that of the open
 * page. The memory of the browser process, which keeps the bundles in transfer, is given beside it.
 */
export const pageMemory = async (): Promise<Table> => {
  const scratch = await mkdtemp(join(tmpdir(), 'snimok-bench-page-'));
  const portal = await startPortal({ worker: false });
  try {
    const folder = await manyFiles(scratch);
    const zip = join(scratch, 'scan.zip');
    await promisify(execFile)('zip', ['-0', '-q', '-r', zip, folder]);
    const rows = [
      await measure(portal, `${FILES.toLocaleString('en')} files, in bundles`, folder),
      await measure(portal, 'one ZIP, in parts', zip),
    ];
    const title = `Memory of the sending page: 600 MB on ${MBIT} Mbit/s`;
    return { title, head: ['', 'open page', 'peak', 'above', 'browser process, above'], rows };
  } finally {
    await portal.stop();
    await rm(scratch, { recursive: true, force: true });
  }
};

/** A folder of hard links to the synthetic series, whose files repeat under other names. */
const manyFiles = async (scratch: string): Promise<string> => {
  const series = await seriesFolder();
  const names = (await readdir(series)).toSorted();
  const folder = await mkdtemp(join(scratch, 'CT-'));
  for (let i = 0; i < FILES; i++) {
    const name = names[i % names.length] ?? '';
    await link(join(series, name), join(folder, `${String(i).padStart(5, '0')}.dcm`));
  }
  return folder;
};

const measure = async (portal: Portal, title: string, path: string): Promise<string[]> => {
  const sending = await openSendingPage(portal);
  try {
    const { context, page } = sending;
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const [renderer, browser] = await Promise.all([
      watchPrivate(await processOf(context.browser(), 'renderer')),
      watchPrivate(await processOf(context.browser(), 'browser')),
    ]);
    await sending.choose(path);
    await limitLine(sending, MBIT, LATENCY_MS);
    await sending.send();
    await page.getByText('Загрузка завершена').waitFor({ timeout: 900_000 });
    const own = await renderer.stop();
    const other = await browser.stop();
    const [idle, peak] = [own.idleMB, own.peakMB].map((mb) => `${shown(mb)} MB`);
    const above = (one: typeof own) => `${shown(one.peakMB - one.idleMB)} MB`;
    return [title, idle ?? '', peak ?? '', above(own), above(other)];
  } finally {
    await sending.close();
  }
};

/** The busiest process of the type: the page's own renderer rather than a spare one. */
const processOf = async (browser: Browser | null, type: 'renderer' | 'browser'): Promise<number> => {
  const session = await browser?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  const [busiest] = processInfo
    .filter((one) => one.type === type)
    .toSorted((one, other) => other.cpuTime - one.cpuTime);
  if (!busiest) throw new Error(`the browser has no process of type ${type}`);
  return busiest.id;
};

/** Memory that no other process shares (proc_pid_smaps), sampled. */
const watchPrivate = async (pid: number) => {
  const idleMB = await privateMB(pid);
  let peakMB = idleMB;
  let isWatching = true;
  const sampling = (async () => {
    while (isWatching) {
      peakMB = Math.max(peakMB, await privateMB(pid));
      await sleep(SAMPLE_EVERY_MS);
    }
  })();
  return {
    async stop() {
      isWatching = false;
      await sampling;
      return { idleMB, peakMB };
    },
  };
};

const privateMB = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const sizes = [...text.matchAll(/^(?:Private_Clean|Private_Dirty|Swap): +(\d+) kB/gm)];
  return sizes.reduce((sum, [, kB]) => sum + (Number(kB) * 1024) / 1e6, 0);
};
