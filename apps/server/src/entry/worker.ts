import { constants, getPriority, setPriority } from 'node:os';
import { logToOutput } from '../platform/logging/log.ts';
import { runPortal } from './start-portal.ts';

/** Entry point of a worker, which runs jobs and serves no requests of users. */
await runPortal(logToOutput(), { api: false, worker: true });

// Lower priority than API processes on the same machine. On Linux this affects the main thread and processes that jobs
// start, not existing threads. Set after the start, so that an embedded PostgreSQL keeps the normal priority.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
