import { constants, getPriority, setPriority } from 'node:os';
import { logToOutput } from './log.ts';
import { runDoor } from './start-portal.ts';

// whoever waits for an answer goes first; what is begun from here on, threads and children, inherits it
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));

/** The worker alone: jobs, no door to the outside. */
await runDoor(logToOutput(), { api: false, worker: true });
