import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { logToOutput } from '../platform/logging/log.ts';
import { runPortal } from './start-portal.ts';

/** Entry point of a worker, which runs jobs and serves no requests of users. */
await runPortal(logToOutput(), { api: false, worker: true });

/**
 * Lowers the priority of this process below that of API processes on the same machine. On Linux each thread has a
 * priority of its own. Threads that the main thread starts later inherit it, but the threads that compress and collect
 * garbage exist already.
 */
const lowerPriority = (): void => {
  const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
  setPriority(priority);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task'))
    try {
      setPriority(Number(thread), priority);
    } catch {
      // the thread has ended meanwhile
    }
};

// after the start, so that an embedded PostgreSQL keeps the normal priority
lowerPriority();
