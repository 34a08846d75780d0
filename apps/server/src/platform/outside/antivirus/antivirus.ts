import type { Readable } from 'node:stream';

/** A scanner for malicious software. */
export interface Antivirus {
  /** @throws AntivirusUnavailable */
  check(): Promise<void>;
  /**
   * The name of what was found, null if nothing was.
   * @throws AntivirusUnavailable if the content could not be checked completely
   */
  scan(content: Readable, signal: AbortSignal): Promise<string | null>;
}

/** The scanner does not answer, or refuses a file: the check should be repeated later. */
export class AntivirusUnavailable extends Error {
  override name = 'AntivirusUnavailable';
}
