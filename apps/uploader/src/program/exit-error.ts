/** What the program tells whoever started it; documented in docs/upload-program.md. */
export const EXIT = {
  ok: 0,
  /** the line, the server or the disk */
  failed: 1,
  /** the words after `snimok` */
  usage: 2,
  /** no permission, or one that has been taken back */
  notSignedIn: 3,
  /** the portal or a person said no */
  refused: 4,
  /** everything arrived, and the portal could not make a study of it */
  notProcessed: 5,
  /** another snimok is at work on the same thing */
  busy: 6,
  interrupted: 130,
} as const;

/** The end of the program, with a sentence for the person at the keyboard. */
export class ExitError extends Error {
  readonly code: number;

  constructor(code: number, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

export const usageError = (sentence: string) => new ExitError(EXIT.usage, sentence);
