import { readFile } from 'node:fs/promises';

/** The figures of a process; all are 0 on systems without /proc. */
export interface ProcessFigures {
  residentBytes: number;
  /** processor time since it started */
  cpuMs: number;
}

const PAGE_BYTES = 4096;
/** USER_HZ, 100 per second on every Linux (proc(5)). */
const MS_PER_TICK = 10;

export const figuresOf = async (pid: number | undefined): Promise<ProcessFigures> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // the name in parentheses may contain spaces; the state is field 3
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3] ?? 0);
  return {
    cpuMs: (field(14) + field(15)) * MS_PER_TICK,
    residentBytes: field(24) * PAGE_BYTES,
  };
};

/**
 * Whether a case stalls: it has used the processor for longer than `STALL_MS`, or it waits without end. The elapsed
 * time alone would blame a case for a busy machine.
 */
export const isStalled = (elapsedMs: number, cpuMs: number, stallMs: number): boolean =>
  (elapsedMs > stallMs && cpuMs > stallMs) || elapsedMs > 6 * stallMs;
