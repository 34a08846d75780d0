import type { Call } from '@snimok/api-client/call';
import type { Log } from './log-file.ts';
import type { Paths } from './paths.ts';

/** What every command works with. */
export interface CommandContext {
  paths: Paths;
  log: Log;
  /** a line for the person at the screen; a service's journal keeps it, so there are no names in it */
  print: (line: string) => void;
  /** aborted by Ctrl+C and by whoever stops the service */
  stop: AbortSignal;
}

/** The same, signed in. */
export interface PortalContext extends CommandContext {
  portal: string;
  call: Call;
}
