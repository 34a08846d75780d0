/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Benchmark, median, percentile, shown } from '../measuring/figures.ts';
import { residentMB } from '../measuring/memory.ts';
import { startPortal } from '../programs/portal.ts';
import { untilProcessed } from '../transfer/processing.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { sendStudy } from '../transfer/sending.ts';
import { readSeries } from '../measuring/series.ts';
import { LATENCY_MS, slowLine } from '../measuring/slow-line.ts';
import type { PortalClient } from '../programs/portal-client.ts';
import { linkRows } from './viewer-links.ts';
import { viewerMemory } from './viewer-memory.ts';

const ROUNDS = 3;
/** How often the volume is opened in the same page, to measure the memory that each opening leaves. */
const OPENINGS = 10;
const LINES_MBIT = [10, 20, 100];
/** The speed of the line for the targets of the first picture and the resolutions. */
const TARGET_MBIT = 10;
const STEPS = 60;
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

interface Opened {
  firstMs: number;
  firstBytes: number;
  /** until the coarse volume answers */
  quarterMs: number;
  /** until every slice has half the resolution */
  halfMs: number;
  fullMs: number;
  fullBytes: number;
  pageMB: number;
  graphicsMB: number;
  /** from a key to its slice while slices are arriving */
  loadingMs: number[];
}

interface Scrolled {
  sliceMs: number[];
  frameMs: number[];
}

/** The viewer in a headless browser with software rendering: from the click on the study card to the image. */
export const viewer: Benchmark = async () => {
  const files = await readSeries();
  const portal = await startPortal({ worker: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ARGUMENTS,
  });
  try {
    const { assistant } = portal;
    const studyID = await assistant.makeStudy();
    await untilProcessed(assistant, await sendStudy(assistant, studyID, files, 4));
    const path = await readyPath(assistant, studyID);
    const rows: string[][] = [];
    const targets: string[][] = [];
    let scrolled: Scrolled = { sliceMs: [], frameMs: [] };
    for (const mbit of LINES_MBIT) {
      const rounds: Opened[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await waitUntilQuiet();
        const page = await openCard(browser, assistant, path);
        const opened = await openViewer(browser, page, mbit);
        scrolled = await scroll(page);
        rounds.push(opened);
        await page.context().close();
      }
      const of = (key: Exclude<keyof Opened, 'loadingMs'>) => median(rounds.map((round) => round[key]));
      rows.push([
        `${mbit} Mbit/s, ${LATENCY_MS} ms`,
        `${shown(of('firstMs') / 1000)} s`,
        `${shown(of('firstBytes') / 1e3)} kB`,
        `${shown(of('fullMs') / 1000)} s`,
        `${shown(of('fullBytes') / 1e6)} MB`,
        `${shown(of('pageMB'))} MB`,
        `${shown(of('graphicsMB'))} MB`,
      ]);
      if (mbit === TARGET_MBIT)
        targets.push(...targetRows(rounds), ...(await linkRows(browser, assistant, studyID)));
    }
    targets.push(...(await memoryRows(browser, assistant, path)));
    return [
      {
        title: `Viewer in headless Chromium, ${files.length} slices`,
        head: ['line', 'first image', 'bytes until then', 'full volume', 'bytes', 'page', 'GPU process'],
        rows,
      },
      {
        title: 'Scrolling, four panes at 1440 × 900',
        head: ['', 'p50', 'p95'],
        rows: [
          ['from the key press to the displayed slice', ...shares(scrolled.sliceMs)],
          ['between animation frames', ...shares(scrolled.frameMs)],
        ],
      },
      {
        title: `Targets, ${TARGET_MBIT} Mbit/s and ${LATENCY_MS} ms`,
        head: ['', 'measured', 'target'],
        rows: targets,
      },
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
};

const shares = (times: number[]) => [0.5, 0.95].map((share) => `${shown(percentile(times, share))} ms`);

/** Waits until the study's rendition is ready; returns the path of the page with its card. */
const readyPath = async (assistant: PortalClient, studyID: number): Promise<string> => {
  const { remoteSessionURL } = await openSession(assistant, studyID);
  const headers = { authorization: `Bearer ${new URL(remoteSessionURL).hash.slice(1)}` };
  for (;;) {
    const reply = await fetch(`${assistant.address}/api/1/viewer/study`, { headers });
    if (((await reply.json()) as { status: string }).status === 'ready') break;
    await sleep(200);
  }
  const { text } = await assistant.get(`/assistant/studies/${studyID}`);
  const { doctorID, patientID } = JSON.parse(text) as { doctorID: number; patientID: number };
  return `/assistant-area/doctors/${doctorID}/patients/${patientID}/studies`;
};

/** A signed-in browser context that shows the study card and has prefetched the viewer's code. */
const openCard = async (browser: Browser, { address, cookie }: PortalClient, path: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: address }]);
  await context.addInitScript(() => {
    localStorage.setItem('user_id', '1');
    localStorage.setItem('user_role', 'assistant');
    localStorage.setItem('expires_at', new Date(Date.now() + 3_600_000).toISOString());
  });
  const page = await context.newPage();
  await page.goto(`${address}${path}`);
  await page.getByRole('button', { name: 'Онлайн-просмотр' }).waitFor();
  await sleep(3000);
  return page;
};

/** The rows of the targets that are times. The quarter resolution is the coarse volume. */
const targetRows = (rounds: Opened[]): string[][] => {
  const seconds = (ms: number) => `${shown(ms / 1000)} s`;
  const of = (key: 'firstMs' | 'quarterMs' | 'halfMs' | 'fullMs') =>
    median(rounds.map((round) => round[key]));
  const limitMs = median(rounds.map(({ fullBytes }) => (fullBytes * 8) / (TARGET_MBIT * 1000)));
  const whileLoading = percentile(
    rounds.flatMap(({ loadingMs }) => loadingMs),
    0.95,
  );
  return [
    ['first picture from the card, code prefetched', seconds(of('firstMs')), '≤ 0.4 s'],
    ['quarter resolution of the whole volume', seconds(of('quarterMs')), '≤ 4 s'],
    ['half resolution of the whole volume', seconds(of('halfMs')), '≤ 13 s'],
    ['full resolution', seconds(of('fullMs')), `≤ 1.05 × ${seconds(limitMs)}`],
    ['full resolution, relative to the line alone', shown(of('fullMs') / limitMs), '≤ 1.05'],
    ['from the key to the slice while loading, p95', `${shown(whileLoading)} ms`, '≤ 50 ms'],
  ];
};

/**
 * The memory of a page, measured separately on the fastest line, where most slices wait to be decoded and
 * written.
 */
const memoryRows = async (browser: Browser, assistant: PortalClient, path: string): Promise<string[][]> => {
  const { address, cookie } = assistant;
  const mbit = Math.max(...LINES_MBIT);
  const rounds = await viewerMemory(browser, { address, cookie, path, mbit, rounds: OPENINGS });
  const of = (key: keyof (typeof rounds)[number]) => rounds.map((round) => round[key]);
  const left = of('leftMB');
  return [
    ['private memory of the page per voxel memory', shown(median(of('perVoxels'))), '≤ 2'],
    ['at most while it is loading', shown(median(of('peakPerVoxels'))), ''],
    [`private memory left after each of ${OPENINGS} openings`, left.map(shown).join(', '), ''],
    ['at most', `${shown(Math.max(...left))} MB`, '≤ 80 MB'],
    ['more with each opening', `${shown(slopeOf(left))} MB`, '≤ 1 MB'],
  ];
};

/** The slope of the straight line through values at equal distances, by least squares. */
const slopeOf = (values: number[]): number => {
  const middle = (values.length - 1) / 2;
  const square = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return values.reduce((sum, value, at) => sum + value * (at - middle), 0) / square;
};

const openSession = (assistant: PortalClient, studyID: number) =>
  assistant.post<{ remoteSessionURL: string }>(`/assistant/studies/${studyID}/remote-session`);

const networkOf = async (page: Page) => {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  return line;
};

const openViewer = async (browser: Browser, page: Page, mbit: number): Promise<Opened> => {
  const bytesSoFar = await slowLine(await networkOf(page), mbit);
  const begin = performance.now();
  await page.getByRole('button', { name: 'Онлайн-просмотр' }).click();
  await page.waitForFunction(() => document.querySelectorAll('[role=dialog] canvas[data-drawn]').length >= 3);
  const firstMs = performance.now() - begin;
  const firstBytes = bytesSoFar();
  await page.waitForFunction(
    () => document.querySelector('[data-resolution]:not([data-resolution=none])') !== null,
  );
  const quarterMs = performance.now() - begin;
  const { sliceMs: loadingMs } = await scroll(page);
  await page.waitForFunction(
    () => document.querySelector('[data-resolution=none], [data-resolution=preview]') === null,
    null,
    { timeout: 300_000 },
  );
  const halfMs = performance.now() - begin;
  await page.waitForFunction(
    () => document.querySelector('[aria-label="Загрузка полного объёма"]') === null,
    null,
    {
      timeout: 300_000,
    },
  );
  const fullMs = performance.now() - begin;
  const loaded = {
    firstMs,
    firstBytes,
    quarterMs,
    halfMs,
    fullMs,
    fullBytes: bytesSoFar(),
    loadingMs,
  };
  return { ...loaded, ...(await memoryOf(browser)) };
};

/** Resident memory of the page's renderer process and of the GPU process. */
const memoryOf = async (browser: Browser): Promise<{ pageMB: number; graphicsMB: number }> => {
  const of = async (type: string) => {
    const sizes = (await processesOf(browser, type)).map(residentMB);
    return Math.max(0, ...(await Promise.all(sizes)));
  };
  return { pageMB: await of('renderer'), graphicsMB: await of('GPU') };
};

/** The ids of the browser's processes of a type. */
const processesOf = async (browser: Browser, type: string): Promise<number[]> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter((one) => one.type === type).map(({ id }) => id);
};

/** Presses the arrow key repeatedly, each time after the previous slice has been displayed. */
const scroll = (page: Page): Promise<Scrolled> =>
  page.evaluate(async (steps) => {
    const canvas = document.querySelector('canvas[data-drawn]') as HTMLCanvasElement;
    const columnHash = () => {
      const { data } = canvas
        .getContext('2d')!
        .getImageData(Math.round(canvas.width / 2), 0, 1, canvas.height);
      return data.reduce((sum, value, at) => (sum * 31 + value * (at % 7)) % 1_000_003, 7);
    };
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const sliceMs: number[] = [];
    const frameMs: number[] = [];
    let last = await frame();
    for (let step = 0; step < steps; step++) {
      const before = columnHash();
      const begin = performance.now();
      dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowUp' }));
      for (let waits = 0; columnHash() === before && waits < 60; waits++) {
        const now = await frame();
        frameMs.push(now - last);
        last = now;
      }
      sliceMs.push(performance.now() - begin);
    }
    return { sliceMs, frameMs };
  }, STEPS);
