import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { startLine } from '../measuring/pacing-proxy.ts';
import { type Portal, startPortal } from '../programs/portal.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { seriesFolder } from '../measuring/series.ts';
import { signInProgram as signInAt } from '../programs/upload-program.ts';
import { findStudy, limitLine, openSendingPage } from './sending-page.ts';

const ROUNDS = 3;
const LATENCY_MS = 40;
const PAGE_MBIT = 20;
const PROGRAM_MBIT = 100;

/**
 * Sends 400 files, 130 MB, over a simulated line. Measures from the click (or the start of `snimok`) until the study is
 * done with its panorama, compared with the time in which the line carries the raw bytes.
 */
export const line: Benchmark = async () => {
  const folder = await seriesFolder();
  const sizes = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))));
  const megabits = (sizes.reduce((sum, { size }) => sum + size, 0) * 8) / 1e6;
  const portal = await startPortal({ worker: true });
  try {
    const program = await signInProgram(portal);
    const rows: string[][] = [];
    const measure = async (title: string, mbit: number, send: () => Promise<number>) => {
      const seconds: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await waitUntilQuiet();
        seconds.push(await send());
      }
      const raw = megabits / mbit;
      const taken = median(seconds);
      rows.push([title, `${shown(raw)} s`, `${shown(taken)} s`, shown(taken / raw)]);
    };
    const smoother = await seriesFolder('smoother');
    for (const [series, kind] of [
      [folder, ''],
      [smoother, ', series with less noise'],
    ] as const) {
      await measure(`page, ${PAGE_MBIT} Mbit/s${kind}`, PAGE_MBIT, () => sendByPage(portal, series));
      await measure(`\`snimok\`, ${PROGRAM_MBIT} Mbit/s${kind}`, PROGRAM_MBIT, () => program.send(series));
    }
    await program.stop();
    const title = `Line: ${sizes.length} files, ${shown(megabits / 8)} MB, round trip ${LATENCY_MS} ms`;
    return [{ title, head: ['', 'raw bytes alone', 'portal', 'ratio'], rows }];
  } finally {
    await portal.stop();
  }
};

/** Chooses the folder in the web app; resolves with the seconds from the click on «Загрузить» until the study is done. */
const sendByPage = async (portal: Portal, folder: string): Promise<number> => {
  const sending = await openSendingPage(portal);
  try {
    await sending.choose(folder);
    await limitLine(sending, PAGE_MBIT, LATENCY_MS);
    const begin = performance.now();
    await sending.send();
    await sending.page.getByText('Выполнено').waitFor({ timeout: 600_000 });
    return (performance.now() - begin) / 1000;
  } finally {
    await sending.close();
  }
};

/** Signs `snimok` in through a simulated line. */
const signInProgram = async (portal: Portal) => {
  const proxy = await startLine(portal.address, { mbit: PROGRAM_MBIT, latencyMs: LATENCY_MS });
  const { start, remove } = await signInAt(proxy.address, portal.assistant);
  return {
    async send(folder: string): Promise<number> {
      const { patientID } = await findStudy(portal.assistant, await portal.assistant.makeStudy());
      const begin = performance.now();
      const upload = start('upload', folder, '--patient', String(patientID), '--type', 'cbct', '--again');
      const output = await text(upload.stdout);
      const seconds = (performance.now() - begin) / 1000;
      if (!output.includes('Готово')) throw new Error(output);
      return seconds;
    },
    async stop() {
      await proxy.stop();
      await remove();
    },
  };
};
