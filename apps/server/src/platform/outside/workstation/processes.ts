import { readdir, readFile } from 'node:fs/promises';

/** Identifies a process by pid and start time, since pids are reused; null if it has ended. */
export const processIdentity = async (pid: number): Promise<string | null> => {
  // proc(5): the name in brackets may contain brackets, so fields are counted after it; the 22nd is starttime
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state && state !== 'Z' ? `${pid} ${fields[18]}` : null;
};

/** The pids of the sandboxes whose arguments contain paths in this folder. */
export const findSandboxes = async (folder: string): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
      return words[0]?.endsWith('bwrap') && words.some((word) => word.startsWith(`${folder}/`));
    }),
  );
  return pids.filter((_, at) => found[at]);
};
