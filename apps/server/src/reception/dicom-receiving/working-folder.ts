import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';

/** The folder's name contains the id of its process, so that another process can find out whether it still runs. */
const nameOf = (purpose: string) => new RegExp(`^${purpose}-(\\d{1,10})-`);

/** The folders of this process. */
const ownNames = new Set<string>();

const isRunning = (pid: number): boolean => {
  // in a container that was restarted, an earlier process may have had the same id
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * The folder for the files that a process is receiving. `clean` removes the folders of processes that were killed: the senders of
 * these files got no response and send the files again.
 */
export const workingFolder = ({ config }: Pick<Context, 'config'>, purpose: 'stow' | 'chat' | 'import') => {
  const work = join(config.dataDir, 'work');
  const name = `${purpose}-${process.pid}-${randomUUID()}`;
  ownNames.add(name);
  return {
    path: join(work, name),
    async clean(): Promise<void> {
      const names = await readdir(work).catch(() => []);
      for (const other of names) {
        const [, pid] = nameOf(purpose).exec(other) ?? [];
        if (pid === undefined || ownNames.has(other) || isRunning(Number(pid))) continue;
        await rm(join(work, other), { recursive: true, force: true });
      }
    },
  };
};
