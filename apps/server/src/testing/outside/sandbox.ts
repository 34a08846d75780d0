import { pino } from 'pino';
import { openSandbox } from '../../platform/outside/sandbox/open-sandbox.ts';

/** The sandbox of parser processes that a test starts without a server. */
export const testSandbox = openSandbox('auto', pino({ level: 'silent' }));
