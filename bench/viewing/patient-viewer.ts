import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cbctSeries } from '@snimok/phantom/series';
import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { startPortal } from '../programs/portal.ts';
import { untilProcessed } from '../transfer/processing.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { sendStudy } from '../transfer/sending.ts';
import type { SliceFile } from '../measuring/series.ts';
import { LATENCY_MS, slowLine } from '../measuring/slow-line.ts';

const ROUNDS = 5;
const MBIT = 10;
const CPU_SLOWDOWN = 4;
const PHONE = { width: 390, height: 844 };
const PIN = '482195';
const TARGET = { firstMs: 1000, codeBytes: 300_000 };

type Assistant = Awaited<ReturnType<typeof startPortal>>['assistant'];

interface Opened {
  /** from the correct PIN to the picture on the page of the link */
  pageMs: number;
  /** from the click on «Посмотреть снимок» to the picture in the viewer */
  firstMs: number;
  /** bytes of scripts and style sheets since the link was opened */
  codeBytes: number;
  /** from the choice of a view to its first picture */
  slicesMs: number;
  volumeMs: number;
}

/** The viewer of patients on a phone with an empty cache: 10 Mbit/s, and a processor four times slower than this one. */
export const patientViewer: Benchmark = async () => {
  const files = jaws();
  const portal = await startPortal({ worker: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
  try {
    const { assistant } = portal;
    const studyID = await assistant.makeStudy();
    await untilProcessed(assistant, await sendStudy(assistant, studyID, files, 4));
    await untilRendered(assistant.address, assistant, studyID);
    await untilPanorama(assistant, studyID);
    const { shareURL } = await assistant.post<{ shareURL: string }>(`/studies/${studyID}/patient-access`, {
      shareUUID: randomUUID(),
      pin: PIN,
    });
    const rounds: Opened[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await waitUntilQuiet();
      rounds.push(await open(browser, shareURL));
    }
    const of = (key: keyof Opened) => median(rounds.map((round) => round[key]));
    const seconds = (key: keyof Opened) => `${shown(of(key) / 1000)} s`;
    return [
      {
        title: `Viewer of patients, ${MBIT} Mbit/s and ${LATENCY_MS} ms, CPU ${CPU_SLOWDOWN} × slower, ${files.length} slices`,
        head: ['', 'measured', 'target', 'ratio'],
        rows: [
          [
            'first picture of the viewer, from the click',
            seconds('firstMs'),
            `≤ ${TARGET.firstMs / 1000} s`,
            shown(of('firstMs') / TARGET.firstMs),
          ],
          [
            'code until then, since the link was opened',
            `${shown(of('codeBytes') / 1000)} kB`,
            `≤ ${TARGET.codeBytes / 1000} kB`,
            shown(of('codeBytes') / TARGET.codeBytes),
          ],
          ['picture on the page of the link, from the correct PIN', seconds('pageMs'), '', ''],
          ['first slice, from its tab', seconds('slicesMs'), '', ''],
          ['first picture of the volume, from its tab', seconds('volumeMs'), '', ''],
        ],
      },
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
};

/** Jaws with an arch that the portal finds, so that the page of the link has a panorama. */
const jaws = (): SliceFile[] => {
  const study = {
    patient: { name: 'Bench', id: 'BENCH', birthDate: '1980-01-01', sex: 'F' as const },
    takenOn: '2026-11-24',
    studyInstanceUID: '2.25.314159265358980',
    seriesInstanceUID: '2.25.314159265358980.1',
    seriesNumber: 1,
    seriesDescription: 'CBCT',
    manufacturer: 'Snimok',
    model: 'Phantom',
  };
  const files = cbctSeries({ size: [320, 320, 240], spacingMm: 0.3, seed: 7 }, study);
  return Array.from(files, ({ filename, bytes }) => ({ name: filename, bytes: Buffer.from(bytes) }));
};

/** Waits for the panorama, which a job of its own makes after the files have been processed. */
const untilPanorama = async ({ address, cookie }: Assistant, studyID: number) => {
  const isThere = async () => {
    const { ok } = await fetch(`${address}/api/1/studies/${studyID}/picture`, { headers: { cookie } });
    return ok;
  };
  while (!(await isThere())) await sleep(200);
};

/** Waits until the rendition is ready, which the first viewer session requests. */
const untilRendered = async (address: string, assistant: Assistant, studyID: number) => {
  const { remoteSessionURL } = await assistant.post<{ remoteSessionURL: string }>(
    `/assistant/studies/${studyID}/remote-session`,
  );
  const headers = { authorization: `Bearer ${new URL(remoteSessionURL).hash.slice(1)}` };
  for (;;) {
    const reply = await fetch(`${address}/api/1/viewer/study`, { headers });
    if (((await reply.json()) as { status: string }).status === 'ready') return;
    await sleep(200);
  }
};

/** Counts the bytes of scripts and style sheets as they were transferred. */
const countCode = (line: CDPSession): (() => number) => {
  const types = new Map<string, string>();
  let bytes = 0;
  line.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (['Script', 'Stylesheet'].includes(types.get(requestId) ?? '')) bytes += encodedDataLength;
  });
  return () => bytes;
};

const open = async (browser: Browser, shareURL: string): Promise<Opened> => {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'ru-RU',
  });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await slowLine(line, MBIT);
  const codeSoFar = countCode(line);
  await page.goto(shareURL);
  await page.getByLabel('ПИН-код').fill(PIN);
  const since = async (act: () => Promise<void>, seen: string) => {
    const begin = performance.now();
    await act();
    await page.locator(seen).first().waitFor();
    return performance.now() - begin;
  };
  const click = (name: string) => () => page.getByRole('button', { name }).tap();
  const pageMs = await since(click('Открыть'), 'article img');
  const drawn = 'dialog canvas[data-drawn]';
  const firstMs = await since(click('Посмотреть снимок'), drawn);
  const codeBytes = codeSoFar();
  const choose = (name: string) => () => page.getByRole('tab', { name }).tap();
  const slicesMs = await since(choose('Срезы'), `[aria-label="Срез"] canvas[data-drawn]`);
  const volumeMs = await since(choose('Объём (3D)'), `[aria-label="Объём (3D)"] canvas[data-drawn]`);
  await context.close();
  return { pageMs, firstMs, codeBytes, slicesMs, volumeMs };
};
