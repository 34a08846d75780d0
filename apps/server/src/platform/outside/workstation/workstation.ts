import { join } from 'node:path';

/** The centre's own program for DICOM, on a screen of its own that is looked at from afar. */
export interface Workstation {
  /** Throws in one line what this machine lacks for it. */
  check(): Promise<void>;
  /** Makes the folder of one session; `study` in it takes the files to be looked at. */
  prepare(uuid: string): Promise<{ study: string }>;
  /** Resolves when the screen can be connected to (`socketOf`). */
  start(uuid: string): Promise<RunningWorkstation>;
  /** Removes the folder of one session with everything in it. */
  remove(uuid: string): Promise<void>;
  /** Ends and removes what workers of this machine that were killed have left behind. */
  removeLeftovers(): Promise<void>;
}

export interface RunningWorkstation {
  /** Resolves when the program was closed, or died. */
  ended: Promise<void>;
  /** Ends it with all its processes, at once. */
  stop(): Promise<void>;
}

/** Below the session's folder, which nobody else can enter. */
export const socketOf = (folder: string, uuid: string): string => join(folder, uuid, 'screen', 'vnc.sock');
