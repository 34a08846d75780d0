import { setTimeout as sleep } from 'node:timers/promises';
import { isPostmaster } from './postmaster.ts';

/** PostgreSQL's fast shutdown: connections end, everything is written. */
const FAST = { signal: 'SIGINT', patienceMs: 60_000 } as const;
/** Ends at once and leaves the work to the recovery of the next start; nothing committed is lost. */
const IMMEDIATE = { signal: 'SIGQUIT', patienceMs: 10_000 } as const;

/** Ends this postmaster, whoever started it; a dying disk must not make that endless. */
export async function shutDown(pid: number, cluster: string) {
  for (const { signal, patienceMs } of [FAST, IMMEDIATE]) {
    send(pid, cluster, signal);
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(10)) {
      if (!isPostmaster(pid, cluster)) return;
    }
  }
  throw new Error(`PostgreSQL (process ${pid}, ${cluster}) does not stop.`);
}

/** Only while the pid is still this postmaster's: the kernel gives pids away again. */
function send(pid: number, cluster: string, signal: NodeJS.Signals) {
  if (!isPostmaster(pid, cluster)) return;
  try {
    process.kill(pid, signal);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
  }
}
