/// <reference lib="dom" />
import { type Browser, type BrowserContextOptions, devices } from '@playwright/test';
import { median, shown } from '../measuring/figures.ts';
import type { PortalClient } from '../programs/portal-client.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { slowLine } from '../measuring/slow-line.ts';

const ROUNDS = 3;
const MBIT = 10;
const PHONE = { cpuSlowdown: 4, memoryGB: 2 };

interface Opened {
  /** from the navigation to the slices of the poster */
  firstMs: number;
  /** to the first picture of the viewer's own panes */
  ownMs: number;
  /** to the last voxel, on a phone */
  completeMs: number;
  bytes: number;
}

interface Profile {
  context: BrowserContextOptions;
  panes: number;
  phone?: typeof PHONE;
}

const DESKTOP: Profile = { context: { viewport: { width: 1440, height: 900 } }, panes: 3 };
const ON_PHONE: Profile = { context: devices['Pixel 5'], panes: 1, phone: PHONE };

/** The rows of the targets for a link to the viewer, opened with an empty cache. A phone loads half the resolution. */
export const linkRows = async (
  browser: Browser,
  assistant: PortalClient,
  studyID: number,
): Promise<string[][]> => {
  const desktop = await openLinks(browser, assistant, studyID, DESKTOP);
  const phone = await openLinks(browser, assistant, studyID, ON_PHONE);
  const onPhone = `on a phone (CPU ${PHONE.cpuSlowdown} × slower, ${PHONE.memoryGB} GB)`;
  const seconds = (ms: number) => `${shown(ms / 1000)} s`;
  return [
    ['first picture from a link, empty cache', seconds(desktop('firstMs')), '≤ 1 s'],
    ['first picture of the panes from a link, empty cache', seconds(desktop('ownMs')), ''],
    [`first picture from a link, ${onPhone}`, seconds(phone('firstMs')), '≤ 1 s'],
    [`first picture of the pane, ${onPhone}`, seconds(phone('ownMs')), ''],
    [`half resolution, ${onPhone}`, seconds(phone('completeMs')), '≤ 8 s'],
    [`bytes until then, ${onPhone}`, `${shown(phone('bytes') / 1e6)} MB`, '≤ 12 MB'],
  ];
};

/** The medians of several openings. */
const openLinks = async (browser: Browser, assistant: PortalClient, studyID: number, profile: Profile) => {
  const rounds: Opened[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { remoteSessionURL } = await assistant.post<{ remoteSessionURL: string }>(
      `/assistant/studies/${studyID}/remote-session`,
    );
    await waitUntilQuiet();
    rounds.push(await openLink(browser, new URL(remoteSessionURL, assistant.address).href, profile));
  }
  return (key: keyof Opened) => median(rounds.map((round) => round[key]));
};

const openLink = async (browser: Browser, url: string, { context, panes, phone }: Profile) => {
  const opened = await browser.newContext({ ...context, locale: 'ru-RU' });
  const page = await opened.newPage();
  const line = await opened.newCDPSession(page);
  await line.send('Network.enable');
  if (phone) {
    await line.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuSlowdown });
    await page.addInitScript((memory) => {
      Object.defineProperty(navigator, 'deviceMemory', { value: memory });
    }, phone.memoryGB);
  }
  const bytesSoFar = await slowLine(line, MBIT);
  const begin = performance.now();
  const since = () => performance.now() - begin;
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(
    (count) =>
      document.querySelector('[data-early-picture]') !== null ||
      document.querySelectorAll('canvas[data-drawn]').length >= count,
    panes,
  );
  const firstMs = since();
  await page.waitForFunction(
    (count) => document.querySelectorAll('canvas[data-drawn]').length >= count,
    panes,
  );
  const ownMs = since();
  // for a desktop, the whole volume is measured from the card
  if (phone)
    await page.waitForFunction(() => document.querySelector('[data-resolution]') === null, null, {
      timeout: 300_000,
    });
  const measured = { firstMs, ownMs, completeMs: since(), bytes: bytesSoFar() };
  await opened.close();
  return measured;
};
