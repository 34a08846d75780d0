import { logToOutput } from './log.ts';
import { runDoor } from './start-portal.ts';

/** The worker alone: jobs, no door to the outside. */
await runDoor(logToOutput(), { api: false, worker: true });
