import { setTimeout as sleep } from 'node:timers/promises';
import { isPostmaster } from './postmaster.ts';

/** PostgreSQL's fast shutdown: closes the connections and writes everything. */
const FAST = { signal: 'SIGINT', timeoutMs: 60_000 } as const;
/** Immediate shutdown: the next start recovers, and nothing committed is lost. */
const IMMEDIATE = { signal: 'SIGQUIT', timeoutMs: 10_000 } as const;

/** Stops the postmaster, also if another process started it; gives up after both timeouts, e.g. when the disk fails. */
export async function shutDown(pid: number, cluster: string) {
  for (const { signal, timeoutMs } of [FAST, IMMEDIATE]) {
    send(pid, cluster, signal);
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(10)) {
      if (!isPostmaster(pid, cluster)) return;
    }
  }
  throw new Error(`PostgreSQL (process ${pid}, ${cluster}) does not stop.`);
}

/** Sends nothing if the pid no longer belongs to this postmaster, since the kernel reuses pids. */
function send(pid: number, cluster: string, signal: NodeJS.Signals) {
  if (!isPostmaster(pid, cluster)) return;
  try {
    process.kill(pid, signal);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
  }
}
