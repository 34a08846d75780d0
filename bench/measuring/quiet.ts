import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The largest share of all cores that other programs may use when a measurement starts. */
const QUIET = 0.15;
const POLL_MS = 250;
/** The time that a whole run may spend waiting; `BENCH_PATIENCE` sets it in seconds, for a machine with other load. */
let remainingWaitMs = Number(process.env.BENCH_PATIENCE ?? 60) * 1000;
let samples: number[] = [];

/**
 * Waits until other programs use little CPU time or the waiting time is used up. The benchmark's own programs must be
 * idle, because the CPU use of the whole machine is measured.
 */
export const waitUntilQuiet = async (): Promise<void> => {
  for (;;) {
    const busy = await busyShare();
    if (busy > QUIET && remainingWaitMs > 0) {
      remainingWaitMs -= POLL_MS;
      continue;
    }
    samples.push(busy);
    return;
  }
};

/** The mean share of all cores that other programs used just before each measurement since the last call, 0…1. */
export const othersShare = (): number => {
  const share = samples.reduce((sum, sample) => sum + sample, 0) / Math.max(1, samples.length);
  samples = [];
  return share;
};

const busyShare = async (): Promise<number> => {
  const before = await processorTimes();
  await sleep(POLL_MS);
  const after = await processorTimes();
  return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
};

/** The times in the first line of /proc/stat: user nice system idle iowait irq softirq steal. */
const processorTimes = async () => {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1);
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  return { idle: (times[3] ?? 0) + (times[4] ?? 0), all: times.reduce((sum, time) => sum + time, 0) };
};
