import { readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;

/**
 * The resident memory of a process and its descendants: a sandboxed process is a grandchild. 0 on systems without /proc
 * (macOS), where only the time limit applies.
 */
export const residentBytes = async (pid: number): Promise<number> => {
  const [statm, children] = await Promise.all([
    readFile(`/proc/${pid}/statm`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ]);
  const own = Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
  const others = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => residentBytes(Number(child))),
  );
  return others.reduce((sum, bytes) => sum + bytes, own);
};
