import { logToOutput } from '../platform/logging/log.ts';
import { runPortal } from './start-portal.ts';

/** Entry point of the API without a worker; any number of these processes can run behind a load balancer. */
await runPortal(logToOutput(), { api: true, worker: false });
