import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { privateMB } from '../measuring/memory.ts';
import { openPlainPage } from '../measuring/plain-page.ts';
import type { PortalClient } from '../programs/portal-client.ts';
import { LATENCY_MS } from '../measuring/slow-line.ts';

const SAMPLE_EVERY_MS = 200;
const CLOSED_FOR_MS = 1000;
const SIGNED_IN = `localStorage.setItem('user_id', '1');
  localStorage.setItem('user_role', 'assistant');
  localStorage.setItem('expires_at', new Date(Date.now() + 3_600_000).toISOString());`;
/** Computes the number of voxels from the titles of the three planes: «12 из 400». */
const VOXELS = `['Аксиальный', 'Корональный', 'Сагиттальный'].reduce((product, name) => product *
  Number(/ из (\\d+)/.exec(document.querySelector('[role=group][aria-label="' + name + '"]').textContent)[1]), 1)`;
const button = (name: string) => `[...document.querySelectorAll('button')].find((one) =>
  one.textContent.includes('${name}') || one.getAttribute('aria-label') === '${name}')`;

interface ViewerMemory {
  /** private memory of the page with the whole volume minus that of the card, relative to the voxels */
  perVoxels: number;
  /** the same at its maximum during loading */
  peakPerVoxels: number;
  /** private memory after closing minus that before the first opening */
  leftMB: number;
}

interface Opening extends Pick<PortalClient, 'address' | 'cookie'> {
  /** path of the page with the study's card */
  path: string;
  mbit: number;
  rounds: number;
}

/** Opens the study on the card, waits for the whole volume, and closes it; several times in the same page. */
export const viewerMemory = async (
  browser: Browser,
  { address, cookie, path, mbit, rounds }: Opening,
): Promise<ViewerMemory[]> => {
  const [name = '', value = ''] = cookie.split('=');
  const page = await openPlainPage(browser, {
    url: `${address}${path}`,
    cookies: [{ name, value, url: address }],
    script: SIGNED_IN,
    size: { width: 1440, height: 900 },
  });
  try {
    await page.until(`Boolean(${button('Онлайн-просмотр')})`);
    await sleep(3000);
    const memory = memoryOf(browser, page);
    const beforeMB = await memory.collectedMB();
    const throughput = mbit * 125_000;
    await page.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    const measured: ViewerMemory[] = [];
    while (measured.length < rounds) measured.push(await openAndClose(page, memory, beforeMB));
    return measured;
  } finally {
    await page.close();
  }
};

type PlainPage = Awaited<ReturnType<typeof openPlainPage>>;

const memoryOf = (browser: Browser, page: PlainPage) => {
  const nowMB = async () => {
    const sizes = await Promise.all((await renderersOf(browser)).map(privateMB));
    return Math.max(0, ...sizes);
  };
  const collectedMB = async () => {
    await page.send('HeapProfiler.collectGarbage');
    return nowMB();
  };
  return { nowMB, collectedMB };
};

const openAndClose = async (
  page: PlainPage,
  { nowMB, collectedMB }: ReturnType<typeof memoryOf>,
  beforeMB: number,
): Promise<ViewerMemory> => {
  await page.evaluate(`${button('Онлайн-просмотр')}.click()`);
  let peakMB = 0;
  let isLoading = true;
  const sampling = (async () => {
    for (; isLoading; await sleep(SAMPLE_EVERY_MS)) peakMB = Math.max(peakMB, await nowMB());
  })();
  const isDrawn = `document.querySelectorAll('[role=dialog] canvas[data-drawn]').length >= 3`;
  await page.until(`${isDrawn} && !document.querySelector('[data-resolution]')`);
  isLoading = false;
  await sampling;
  const voxelsMB = (await page.evaluate<number>(VOXELS)) * 2e-6;
  const perVoxels = ((await collectedMB()) - beforeMB) / voxelsMB;
  await page.evaluate(`${button('Закрыть')}.click()`);
  await page.until(`!document.querySelector('[role=dialog]')`);
  // terminated workers return their memory when their threads have ended
  await sleep(CLOSED_FOR_MS);
  const leftMB = (await collectedMB()) - beforeMB;
  return { perVoxels, peakPerVoxels: (peakMB - beforeMB) / voxelsMB, leftMB };
};

const renderersOf = async (browser: Browser): Promise<number[]> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
};
