import type { Call } from '@snimok/api-client/call';
import type { Server } from 'node:net';
import type { Ledger } from '../ledger/ledger.ts';
import type { Pace } from './rate-limit.ts';
import type { Log } from './log-file.ts';
import type { Paths } from './paths.ts';

/** What every command receives. */
export interface CommandContext {
  paths: Paths;
  log: Log;
  /** prints a line on the terminal; a service manager stores it in its journal, so it contains no names of people */
  print: (line: string) => void;
  /** aborted by Ctrl+C and by the signals of a service manager */
  stop: AbortSignal;
  /** receives the ledger when `watch` has opened it, and null when it is closed; for the status page of a service */
  onLedger?: (ledger: Ledger | null) => void;
  /** receives the server for machines when `receive` listens; an update waits until no machine is connected */
  onServer?: (server: Server) => void;
}

/** How the files of a command are sent. */
export interface Transfer {
  compression: boolean;
  pace: Pace;
}

/** The context of a command that needs access to the portal. */
export interface PortalContext extends CommandContext {
  portal: string;
  call: Call;
}
