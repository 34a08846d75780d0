import { logToOutput } from '../platform/log.ts';
import { runPortal } from './start-portal.ts';

/** The API alone: as many of these as wanted, behind any balancer. */
await runPortal(logToOutput(), { api: true, worker: false });
