/// <reference lib="dom" />
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { type Benchmark, median, shown } from './figures.ts';
import { freePort } from './program.ts';
import { waitUntilQuiet } from './quiet.ts';
import { readSeries, type SliceFile } from './series.ts';
import { LATENCY_MS, slowLine } from './slow-line.ts';

/** Files of Debian's packages `orthanc` and `orthanc-webviewer`. */
const ORTHANC = '/usr/sbin/Orthanc';
const PLUGIN = '/usr/share/orthanc/plugins/libOrthancWebViewer.so';
const ROUNDS = 3;
const LINES_MBIT = [20, 100];

/** Orthanc's web viewer with the series, line speeds and browser of `viewer.ts`. */
export const orthanc: Benchmark = async () => {
  if (!existsSync(ORTHANC) || !existsSync(PLUGIN)) {
    throw new Error('Orthanc is not installed: apt-get install orthanc orthanc-webviewer');
  }
  const files = await readSeries();
  const server = await startOrthanc();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
  try {
    const series = await server.store(files);
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

const startOrthanc = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-orthanc-'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const settings = {
    StorageDirectory: folder,
    IndexDirectory: folder,
    HttpPort: port,
    DicomServerEnabled: false,
    RemoteAccessAllowed: false,
    AuthenticationEnabled: false,
    Plugins: [PLUGIN],
    WebViewer: { CachePath: join(folder, 'cache') },
  };
  await writeFile(join(folder, 'orthanc.json'), JSON.stringify(settings));
  const program = spawn(ORTHANC, [join(folder, 'orthanc.json')], { stdio: 'ignore' });
  const stopped = new Promise((resolve) => program.once('exit', resolve));
  while (!(await fetch(`${address}/system`).catch(() => null))?.ok) await sleep(100);
  return {
    address,
    /** Uploads the files; returns Orthanc's identifier of their series. */
    async store(files: SliceFile[]): Promise<string> {
      for (const { bytes } of files) {
        const reply = await fetch(`${address}/instances`, { method: 'POST', body: new Uint8Array(bytes) });
        if (!reply.ok) throw new Error(`Orthanc refused a slice: ${reply.status}`);
      }
      const [series = ''] = (await (await fetch(`${address}/series`)).json()) as string[];
      return series;
    },
    async stop() {
      program.kill();
      await stopped;
      await rm(folder, { recursive: true, force: true });
    },
  };
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
  const [firstMs, bytes] = [performance.now() - begin, bytesSoFar()];
  await context.close();
  return { firstMs, bytes };
};
