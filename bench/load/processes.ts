import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_EVERY_MS = 5_000;
const TICK_MS = 10;

/** CPU time and memory of named groups of processes over an interval. */
export interface Usage {
  seconds: number;
  /** share of one core by name; may exceed 1 */
  cpu: Record<string, number>;
  /** share of all cores that other processes used */
  othersShare: number;
  /** MB at each sample by name, with all descendants, shared pages counted once */
  memory: Record<string, number[]>;
}

type Named = Record<string, number[]>;

/** Measures process trees, each named and given by the pids of its roots, until `stop`. */
export const watchProcesses = async (named: Named): Promise<{ stop(): Promise<Usage> }> => {
  const names = Object.keys(named);
  const begin = performance.now();
  const before = await cpuOf(named);
  const whole = await machineTimes();
  const memory: Usage['memory'] = Object.fromEntries(names.map((name) => [name, []]));
  let watching = true;
  const sampling = (async () => {
    while (watching) {
      const sample = await memoryOf(named);
      for (const name of names) memory[name]?.push(sample[name] ?? 0);
      const next = performance.now() + SAMPLE_EVERY_MS;
      while (watching && performance.now() < next) await sleep(200);
    }
  })();
  return {
    async stop() {
      const after = await cpuOf(named);
      const wholeAfter = await machineTimes();
      const ms = performance.now() - begin;
      watching = false;
      await sampling;
      const cpu = Object.fromEntries(
        names.map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / ms]),
      );
      const measured = names.reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0);
      const busy = wholeAfter.busy - whole.busy;
      const all = wholeAfter.all - whole.all;
      return { seconds: ms / 1000, cpu, memory, othersShare: Math.max(0, (busy - measured) / all) };
    },
  };
};

interface Process {
  pid: number;
  parent: number;
  /** CPU time of the process and of its children that have ended */
  cpuMs: number;
}

/** man proc_pid_stat: ppid is field 4; utime, stime, cutime and cstime are fields 14 to 17. */
const readProcess = async (pid: number): Promise<Process | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const fields = stat?.slice(stat.lastIndexOf(') ') + 2).split(' ');
  if (!fields) return null;
  const cpuMs = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
  return { pid, parent: Number(fields[1]), cpuMs };
};

const trees = async (named: Named): Promise<Map<string, Process[]>> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readProcess))).filter((one) => one !== null);
  const withChildren = (pid: number): Process[] => [
    ...all.filter((one) => one.pid === pid),
    ...all.filter((one) => one.parent === pid).flatMap((one) => withChildren(one.pid)),
  ];
  return new Map(Object.entries(named).map(([name, roots]) => [name, roots.flatMap(withChildren)]));
};

const cpuOf = async (named: Named): Promise<Record<string, number>> =>
  Object.fromEntries(
    [...(await trees(named))].map(([name, tree]) => [name, tree.reduce((sum, { cpuMs }) => sum + cpuMs, 0)]),
  );

/** Sums Pss, which counts pages shared by several processes once, such as PostgreSQL's buffers. */
const memoryOf = async (named: Named): Promise<Record<string, number>> => {
  const sumOf = async (tree: Process[]) => {
    const each = tree.map(async ({ pid }) => {
      const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      return (Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024) / 1e6;
    });
    return (await Promise.all(each)).reduce((sum, one) => sum + one, 0);
  };
  const entries = [...(await trees(named))].map(async ([name, tree]) => [name, await sumOf(tree)] as const);
  return Object.fromEntries(await Promise.all(entries));
};

/** /proc/stat: user nice system idle iowait irq softirq steal */
const machineTimes = async () => {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1);
  const times = line
    .split(/\s+/)
    .slice(1, 9)
    .map((ticks) => Number(ticks) * TICK_MS);
  const all = times.reduce((sum, time) => sum + time, 0);
  return { all, busy: all - (times[3] ?? 0) - (times[4] ?? 0) };
};

/** Slope of the regression line through the samples after the first quarter (warm-up), MB per hour. */
export const slope = (samples: number[]): number => {
  const warm = samples.slice(Math.floor(samples.length / 4));
  const meanAt = (warm.length - 1) / 2;
  const mean = warm.reduce((sum, one) => sum + one, 0) / warm.length;
  const above = warm.reduce((sum, one, at) => sum + (at - meanAt) * (one - mean), 0);
  const below = warm.reduce((sum, _one, at) => sum + (at - meanAt) ** 2, 0);
  return (above / below) * (3_600_000 / SAMPLE_EVERY_MS);
};
