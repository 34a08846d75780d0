/** The file caused the failure; the text is English, for the log. */
export interface ParseFailure {
  failed: string;
}

/** The machine caused the failure, for example a full disk; the file may be valid. */
export interface InternalFailure {
  internal: string;
}

/** Only errors of system calls have `syscall`; no error that a file causes in a parser does. */
export const failureOf = (cause: unknown): ParseFailure | InternalFailure => {
  if (!(cause instanceof Error)) return { failed: String(cause) };
  return 'syscall' in cause ? { internal: cause.message } : { failed: cause.message };
};
