import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_EVERY_MS = 50;

export interface Peaks {
  /** VmHWM of the process itself, MB */
  ownMB: number;
  /** the largest sum of what its children held at one moment, MB */
  childrenMB: number;
}

/** Begins anew to watch how much memory a process needs; Linux keeps the peak itself, the children are sampled. */
export const watchMemory = async (pid: number): Promise<{ stop(): Promise<Peaks> }> => {
  // 5 sets VmHWM back to what is held now (man proc_pid_clear_refs)
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  let watching = true;
  let childrenMB = 0;
  const sampling = (async () => {
    while (watching) {
      childrenMB = Math.max(childrenMB, await childrenOf(pid));
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

const childrenOf = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const sizes = await Promise.all(
    text
      .split(' ')
      .filter(Boolean)
      .map((child) => statusMB(Number(child), 'VmRSS').catch(() => 0)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

const statusMB = async (pid: number, field: 'VmHWM' | 'VmRSS'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kB = '0'] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
  return (Number(kB) * 1024) / 1e6;
};

/** What a process has used of the processors so far, all its threads together; in the kernel's steps of 10 ms. */
export const cpuMs = async (pid: number): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  // utime and stime, the 14th and 15th field of all (man proc_pid_stat)
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
