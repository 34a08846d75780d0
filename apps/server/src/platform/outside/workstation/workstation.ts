import { join } from 'node:path';

/** Runs the centre's DICOM program on a virtual screen that a user sees remotely. */
export interface Workstation {
  /** Throws an error of one line if this machine lacks a requirement. */
  check(): Promise<void>;
  /** Creates the folder of one session; the study's files are to be written to its subfolder `study`. */
  prepare(uuid: string): Promise<{ study: string }>;
  /** Resolves when the screen accepts connections (`socketOf`). */
  start(uuid: string): Promise<RunningWorkstation>;
  /** Removes the folder of one session. */
  remove(uuid: string): Promise<void>;
  /** Ends the sandboxes and removes the folders of workers on this machine that were killed. */
  removeLeftovers(): Promise<void>;
}

export interface RunningWorkstation {
  /** Resolves when the program has ended, for any reason. */
  ended: Promise<void>;
  /** Kills all its processes. */
  stop(): Promise<void>;
}

/** The screen's socket, in the session's folder, which no other user can enter. */
export const socketOf = (folder: string, uuid: string): string => join(folder, uuid, 'screen', 'vnc.sock');
