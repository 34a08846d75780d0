/// <reference lib="dom" />
import { type Browser, chromium } from '@playwright/test';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { startOrthanc } from '../programs/orthanc-server.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { readSeries } from '../measuring/series.ts';
import { LATENCY_MS, slowLine } from '../measuring/slow-line.ts';

const ROUNDS = 3;
const LINES_MBIT = [20, 100];

/** Orthanc's web viewer with the series, line speeds and browser of `viewer.ts`. */
export const orthanc: Benchmark = async () => {
  const files = await readSeries();
  const server = await startOrthanc({ plugins: ['orthanc-webviewer'] });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
  try {
    await server.store(files, 1);
    const [series = ''] = await server.ids('series');
    const rows: string[][] = [];
    for (const mbit of LINES_MBIT) {
      const rounds: { firstMs: number; bytes: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await waitUntilQuiet();
        rounds.push(
          await open(browser, `${server.address}/web-viewer/app/viewer.html?series=${series}`, mbit),
        );
      }
      rows.push([
        `${mbit} Mbit/s, ${LATENCY_MS} ms`,
        `${shown(median(rounds.map(({ firstMs }) => firstMs)) / 1000)} s`,
        `${shown(median(rounds.map(({ bytes }) => bytes)) / 1e3)} kB`,
      ]);
    }
    return [
      {
        title: `Orthanc's web viewer in headless Chromium, ${files.length} slices`,
        head: ['', 'first image', 'bytes until then'],
        rows,
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
};

/**
 * Time and bytes from a click to the first image, with the viewer's code already in the browser's cache, as in
 * `viewer.ts`. Orthanc's first image is a single slice; it has no preview of the whole volume.
 */
const open = async (browser: Browser, url: string, mbit: number) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  const drawn = () =>
    page.waitForFunction(() => {
      const canvas = document.querySelector('canvas');
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return pixels?.some((value, at) => at % 4 !== 3 && value > 40) ?? false;
    });
  await page.goto(url);
  await drawn();
  const bytesSoFar = await slowLine(line, mbit);
  const begin = performance.now();
  await page.reload({ waitUntil: 'commit' });
  await drawn();
  const firstMs = performance.now() - begin;
  const bytes = bytesSoFar();
  await context.close();
  return { firstMs, bytes };
};
