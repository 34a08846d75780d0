import { readdir, readFile } from 'node:fs/promises';

/** A number that a process has for as long as it lives, and none after it: its pid and when it began. */
export const processIdentity = async (pid: number): Promise<string | null> => {
  // proc(5): the name in brackets may hold anything, so fields are counted from behind it; the 22nd is the start
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state && state !== 'Z' ? `${pid} ${fields[18]}` : null;
};

/** The sandboxes that were started with this folder. */
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
