import type { Program } from '../program.ts';

/** What the portal stands on: its database and store, running, in a folder that is kept. */
export interface Backend {
  folder: string;
  databaseURL: string;
  /** settings of the API and the worker */
  env: Record<string, string>;
  /** by name, the first process of each engine */
  engines: Record<string, number[]>;
  stop(): Promise<void>;
}

/** The API and the worker on that ground, and whatever stands before them. */
export interface PortalProcesses {
  /** where people come in */
  address: string;
  /** where WebSockets are opened */
  socketAddress: string;
  processes: Record<string, number[]>;
  stop(): Promise<void>;
}

/** The engines with nothing of ours before them, for the same bytes. */
export interface RawEngine {
  /** what takes them, and what gives them */
  names: { up: string; down: string };
  /** an address for one PUT of so many bytes */
  putURL(name: string): Promise<string>;
  /** the object of this key, to GET */
  getURL(key: string): Promise<string>;
  stop(): Promise<void>;
}

/** One way to run the portal. */
export interface Installation<Own extends Backend = Backend> {
  kind: 'embedded' | 'engines';
  startRawEngine(backend: Own): Promise<RawEngine>;
  startBackend(folder: string): Promise<Own>;
  startPortal(backend: Own, logs: string): Promise<PortalProcesses>;
}

export const stopAll = async (programs: Pick<Program, 'stop'>[]): Promise<void> => {
  for (const program of programs.toReversed()) await program.stop();
};
