import { logToOutput } from '../platform/log.ts';
import { runDoor } from './start-portal.ts';

/** The API alone: as many of these as wanted, behind any balancer. */
await runDoor(logToOutput(), { api: true, worker: false });
