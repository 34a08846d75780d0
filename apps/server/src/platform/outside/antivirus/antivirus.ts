import type { Readable } from 'node:stream';

/** A scanner for malicious software. */
export interface Antivirus {
  /** @throws AntivirusUnavailable */
  check(): Promise<void>;
  /**
   * The name of the malicious software that was found; null if none was found.
   * @throws AntivirusUnavailable if the content could not be checked completely
   */
  scan(content: Readable, signal: AbortSignal): Promise<string | null>;
}

/** The scanner does not answer, or refuses a file: the check should be repeated later. */
export class AntivirusUnavailable extends Error {
  override name = 'AntivirusUnavailable';
}
