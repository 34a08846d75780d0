import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Others may use so much of the processors, and we still measure. */
const QUIET = 0.15;
const LOOK_MS = 250;
/** For a whole run; `BENCH_PATIENCE` in seconds where other work goes on and good figures are worth waiting for. */
let patienceMs = Number(process.env.BENCH_PATIENCE ?? 60) * 1000;
let looks: number[] = [];

/** Called while our own programs have nothing to do: waits for a moment when nobody else has much to do either. */
export const waitUntilQuiet = async (): Promise<void> => {
  for (;;) {
    const busy = await busyShare();
    if (busy > QUIET && patienceMs > 0) {
      patienceMs -= LOOK_MS;
      continue;
    }
    looks.push(busy);
    return;
  }
};

/** What others used of the processors just before each measurement since the last call, 0…1. */
export const othersShare = (): number => {
  const share = looks.reduce((sum, look) => sum + look, 0) / Math.max(1, looks.length);
  looks = [];
  return share;
};

const busyShare = async (): Promise<number> => {
  const before = await processorTimes();
  await sleep(LOOK_MS);
  const after = await processorTimes();
  return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
};

/** Of the first line of /proc/stat: user nice system idle iowait … */
const processorTimes = async () => {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1);
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  return { idle: (times[3] ?? 0) + (times[4] ?? 0), all: times.reduce((sum, time) => sum + time, 0) };
};
