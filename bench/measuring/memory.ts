import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_EVERY_MS = 50;

interface Peaks {
  /** VmHWM of the process itself, MB */
  ownMB: number;
  /** the largest sum of its children's resident memory in one sample, MB */
  childrenMB: number;
}

/** Measures peak memory from now on. Linux records the peak of the process itself; its children are sampled. */
export const watchMemory = async (pid: number): Promise<{ stop(): Promise<Peaks> }> => {
  // 5 resets VmHWM to the current resident set (man proc_pid_clear_refs)
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  let watching = true;
  let childrenMB = 0;
  const sampling = (async () => {
    while (watching) {
      childrenMB = Math.max(childrenMB, await childrenMBOf(pid));
      await sleep(SAMPLE_EVERY_MS);
    }
  })();
  return {
    async stop() {
      watching = false;
      await sampling;
      return { ownMB: await statusMB(pid, 'VmHWM'), childrenMB };
    },
  };
};

/** Ids of the processes that a process has started from its first thread, and that run. */
export const childrenOf = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
};

const childrenMBOf = async (pid: number): Promise<number> => {
  const sizes = await Promise.all((await childrenOf(pid)).map(residentMB));
  return sizes.reduce((sum, size) => sum + size, 0);
};

const statusMB = async (pid: number, field: 'VmHWM' | 'VmRSS'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kB = '0'] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
  return (Number(kB) * 1024) / 1e6;
};

/** Resident memory, MB; 0 if the process has ended. */
export const residentMB = (pid: number): Promise<number> => statusMB(pid, 'VmRSS').catch(() => 0);

/** The largest resident memory since the start of a process, MB; 0 if it has ended. */
export const peakMB = (pid: number): Promise<number> => statusMB(pid, 'VmHWM').catch(() => 0);

/** Memory that a process shares with no other, MB; 0 if it has ended. */
export const privateMB = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const kB = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)].map(([, value]) => Number(value));
  return (kB.reduce((sum, value) => sum + value, 0) * 1024) / 1e6;
};

/** CPU time of all threads of a process since its start, in the kernel's steps of 10 ms. */
export const cpuMs = async (pid: number): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  // utime and stime, fields 14 and 15 of the whole line (man proc_pid_stat)
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
