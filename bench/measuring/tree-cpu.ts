import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs } from './memory.ts';

const SAMPLE_EVERY_MS = 20;

interface TreeCPU {
  /** CPU time of the process itself */
  ownMs: number;
  /**
   * CPU time of its descendants as last sampled, because the kernel does not add the time of a killed child to
   * its parent
   */
  descendantsMs: number;
}

/** CPU time of a process and of all its descendants from now on. */
export const watchCPU = async (pid: number): Promise<{ stop(): Promise<TreeCPU> }> => {
  const before = await cpuMs(pid);
  const seen = new Map<number, { first: number; last: number }>();
  let watching = true;
  const sample = async (isFirst: boolean) => {
    for (const child of await descendantsOf(pid)) {
      const now = await cpuMs(child).catch(() => 0);
      if (!Number.isFinite(now)) continue;
      const known = seen.get(child);
      if (known) known.last = Math.max(known.last, now);
      else seen.set(child, { first: isFirst ? now : 0, last: now });
    }
  };
  await sample(true);
  const sampling = (async () => {
    for (; watching; await sleep(SAMPLE_EVERY_MS)) await sample(false);
  })();
  return {
    async stop() {
      await sample(false);
      watching = false;
      await sampling;
      const descendantsMs = [...seen.values()].reduce((sum, { first, last }) => sum + last - first, 0);
      return { ownMs: (await cpuMs(pid)) - before, descendantsMs };
    },
  };
};

const descendantsOf = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  const below = await Promise.all(children.map(descendantsOf));
  return [...children, ...below.flat()];
};
