import { constants, getPriority, setPriority } from 'node:os';
import { logToOutput } from '../platform/log.ts';
import { runPortal } from './start-portal.ts';

/** The worker alone: jobs, no door to the outside. */
await runPortal(logToOutput(), { api: false, worker: true });

// Whoever waits for an answer goes first. On Linux this is the main thread and the children of its jobs, not threads that
// are there already; and not before the door is open, or a PostgreSQL that it begins would step back as well.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
