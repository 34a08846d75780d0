import type { Call } from '@snimok/api-client/call';
import type { Log } from './log-file.ts';
import type { Places } from './paths.ts';

/** What every command works with. */
export interface Desk {
  places: Places;
  log: Log;
  /** a line for the person at the screen; a service's journal keeps it, so there are no names in it */
  say: (line: string) => void;
  /** aborted by Ctrl+C and by whoever stops the service */
  stop: AbortSignal;
}

/** The same, signed in. */
export interface OpenDesk extends Desk {
  portal: string;
  call: Call;
}
