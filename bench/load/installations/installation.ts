import type { Program } from '../../programs/program.ts';

/** A running database and store in a folder that is kept for later runs. */
export interface Backend {
  folder: string;
  databaseURL: string;
  /** settings of the API and the worker */
  env: Record<string, string>;
  /** pids of the main process of each engine, by name */
  engines: Record<string, number[]>;
  stop(): Promise<void>;
}

/** The running API and worker processes, with nginx if there is one. */
export interface PortalProcesses {
  address: string;
  socketAddress: string;
  processes: Record<string, number[]>;
  stop(): Promise<void>;
}

/** The raw engines that the portal's throughput is compared with. */
export interface RawEngine {
  /** for the row titles: the server that receives uploads, and the one that serves downloads */
  names: { up: string; down: string };
  /** a URL for one PUT */
  putURL(name: string): Promise<string>;
  /** a URL for GET of the object with this key */
  getURL(key: string): Promise<string>;
  stop(): Promise<void>;
}

/** A way to run the portal: embedded, or on engines. */
export interface Installation<Own extends Backend = Backend> {
  kind: 'embedded' | 'engines';
  startRawEngine(backend: Own): Promise<RawEngine>;
  startBackend(folder: string): Promise<Own>;
  startPortal(backend: Own, logs: string): Promise<PortalProcesses>;
}

export const stopAll = async (programs: Pick<Program, 'stop'>[]): Promise<void> => {
  for (const program of programs.toReversed()) await program.stop();
};
