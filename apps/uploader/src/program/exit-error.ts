/** Exit codes, documented in docs/upload-program.md. */
export const EXIT = {
  ok: 0,
  /** the connection, the server or the disk failed */
  failed: 1,
  /** wrong arguments */
  usage: 2,
  /** no access to the portal, or the access was revoked */
  notSignedIn: 3,
  /** the portal or a person refused */
  refused: 4,
  /** everything was sent, but the portal could not process it */
  notProcessed: 5,
  /** another snimok uses the same files or the port */
  busy: 6,
  interrupted: 130,
} as const;

/** Ends the program with an exit code and a sentence for the user. */
export class ExitError extends Error {
  readonly code: number;

  constructor(code: number, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

export const usageError = (sentence: string) => new ExitError(EXIT.usage, sentence);
